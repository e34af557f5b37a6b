// Package kubernetestest tests the templates of deploy/kubernetes.
//
// It is a module of its own: the program does not depend on Kubernetes' types. The
// manifests are decoded into these strictly, so that a field that does not exist or stands
// in the wrong place is an error, and what the documents promise of them is checked. Then
// their commands are carried out on this machine, a process for each pod, and the script
// with a kubectl that only writes down how it is called. No cluster is asked: that a
// cluster admits the manifests, binds the volume and gives the processors is not tested.
package kubernetestest
