// Package kubernetestest tests the templates of deploy/kubernetes.
//
// It is a module of its own: the program does not depend on Kubernetes' types. The manifests
// are decoded strictly into these types, so a field that is unknown or in the wrong place is an
// error. The promises of the documents are checked. Then the commands of the manifests are
// executed on this machine, with one process per pod. The script is run with a kubectl that
// only records its calls. There is no cluster, so the tests do not show that a cluster admits
// the manifests, binds the volume and provides the processors.
package kubernetestest
