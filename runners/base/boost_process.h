// Boost.Process v2 of Boost 1.81. Include this, not its own headers: together with
// BOOST_PROCESS_USE_STD_FS they use names of Boost that they don't include.

#ifndef BENCHCELL_RUNNERS_BASE_BOOST_PROCESS_H_
#define BENCHCELL_RUNNERS_BASE_BOOST_PROCESS_H_

// The order matters.
// clang-format off
#include <boost/optional.hpp>
#include <boost/type_traits.hpp>
#include <boost/process/v2.hpp>
// clang-format on

#endif  // BENCHCELL_RUNNERS_BASE_BOOST_PROCESS_H_
