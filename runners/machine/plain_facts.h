// Texts of facts, fit for messages and terminals. Pure.

#ifndef BENCHCELL_RUNNERS_MACHINE_PLAIN_FACTS_H_
#define BENCHCELL_RUNNERS_MACHINE_PLAIN_FACTS_H_

#include "benchcell/v1/machine.pb.h"

namespace benchcell {

// The same facts with every text as ToValidUtf8 and WithoutControls have it. Firmware has names in
// the encoding of its maker's choice, and a message with one that isn't UTF-8 is refused as a
// whole.
v1::MachineFacts PlainFacts(v1::MachineFacts facts);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_MACHINE_PLAIN_FACTS_H_
