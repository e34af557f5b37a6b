// Package imagetest tests the image that Containerfile describes.
//
// It is a module of its own: the program does not depend on the parser, which is
// that of docker build. Without a container engine, the test carries the file out
// itself, in a folder: it copies what is to be copied, and runs the program in that
// folder as its root, as the user and in the environment that the file names. That
// needs root, and IMAGETEST_CONTEXT, which names an unpacked Linux archive of the
// release.
package imagetest
