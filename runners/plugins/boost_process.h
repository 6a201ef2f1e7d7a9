// Boost.Process v2. With std::filesystem its headers of Boost 1.81 use three names that they don't
// include.

#ifndef BENCHCELL_RUNNERS_PLUGINS_BOOST_PROCESS_H_
#define BENCHCELL_RUNNERS_PLUGINS_BOOST_PROCESS_H_

#include <boost/optional.hpp>
#include <boost/type_traits/decay.hpp>
#include <boost/type_traits/is_convertible.hpp>
// The above have to come first.
#include <boost/process/v2/process.hpp>
#include <boost/process/v2/stdio.hpp>

#endif  // BENCHCELL_RUNNERS_PLUGINS_BOOST_PROCESS_H_
