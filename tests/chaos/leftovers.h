// What must not be there after a lab was stopped.

#ifndef BENCHCELL_TESTS_CHAOS_LEFTOVERS_H_
#define BENCHCELL_TESTS_CHAOS_LEFTOVERS_H_

#include <filesystem>
#include <string>

#include "runners/agent/workdir.h"
#include "tests/chaos/verdict.h"

namespace benchcell::chaos {

// Processes of this machine, other than this one, whose command line holds `text`.
Objections ProcessesLeft(const std::string& text);

// Files of a machine (see lab.h) other than those that workdir.h says stay: the bundle, what has
// arrived of it, and the machine's identity.
Objections FilesLeft(const std::filesystem::path& machine, const Workdir& workdir,
                     const std::string& bundle);

// Files of a blob store's folder that are no blobs, and that nobody can go on with.
Objections BlobsLeft(const std::filesystem::path& folder);

}  // namespace benchcell::chaos

#endif  // BENCHCELL_TESTS_CHAOS_LEFTOVERS_H_
