// How to read a table: what its numbers are and what its words mean. Internal to the captions.

#ifndef BENCHCELL_RUNNERS_REPORT_HOW_TO_READ_H_
#define BENCHCELL_RUNNERS_REPORT_HOW_TO_READ_H_

#include <string>

#include "runners/report/table.h"

namespace benchcell {

// What values, changes and intervals are; for exact metrics what spreads and causes are. The table
// has at least two builds.
std::string HowToRead(const Table& table);

// What the spread of the rows lets the design find, and which rows can't have an interval or a
// test. Empty for exact metrics.
std::string WhatCouldBeFound(const Table& table);

// What the row of all machines is. Empty if there is none.
std::string WhatAllMachinesAre(const Table& table);

// What was compared though it isn't alike. Empty if nothing was.
std::string WhatIsUnlike(const Table& table);

// The table has verdicts.
std::string WhatAVerdictMeans(const Table& table);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_REPORT_HOW_TO_READ_H_
