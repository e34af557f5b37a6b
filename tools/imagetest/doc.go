// Package imagetest tests the image that Containerfile describes.
//
// It is a module of its own: the program does not depend on the parser, which is that of docker
// build. Without a container engine, the test executes the file itself, in a folder: it copies
// the files, and runs the program with this folder as its root, with the user and the
// environment that the file names. That needs root, and IMAGETEST_CONTEXT, which names an
// unpacked Linux archive of the release.
package imagetest
