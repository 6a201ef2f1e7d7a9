// Cuts a child off from its parent, between fork and exec.

#ifndef BENCHCELL_RUNNERS_PLUGINS_CHILD_ISOLATION_H_
#define BENCHCELL_RUNNERS_PLUGINS_CHILD_ISOLATION_H_

namespace benchcell {

// The calling process becomes the leader of a process group of its own, so that it can be killed
// with all that it starts; loses its descriptors above 2 when it becomes another program; and has
// no signal blocked, nor those ignored that a parent is likely to ignore. System calls only, as
// is needed after a fork of a program with threads. Returns 0, or the error number.
//
// Boost.Process closes descriptors too, but not those below the highest one that it keeps.
int IsolateChild();

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_PLUGINS_CHILD_ISOLATION_H_
