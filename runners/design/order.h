// In which order an experiment's runs are measured.

#ifndef BENCHCELL_RUNNERS_DESIGN_ORDER_H_
#define BENCHCELL_RUNNERS_DESIGN_ORDER_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "benchcell/v1/cell.pb.h"
#include "benchcell/v1/experiment.pb.h"

namespace benchcell {

// All blocks in the order of the design: `protocol.rounds` rounds, each with one block for every
// cell; in each block every build `protocol.runs` times. The same arguments give the same blocks on
// every machine, so the order can be checked by anyone who has the seed. `seed` is the one in
// force; protocol.seed is not read.
//
// BALANCED_PAIRS (and unspecified): the cells of a round are in random order. In a block, run index
// i holds each build once, next to each other, in random order, so that each build stands in each
// place as often as any other, up to one: within every block, and over all blocks of a cell. (Two
// builds, 5 runs, 2 rounds: each leads 2 or 3 times in a block and 5 times in all.)
//
// AS_PUBLISHED: cells in their order; in a block all runs of the first build, then all of the next.
std::vector<v1::Block> Blocks(const v1::Protocol& protocol, size_t cells, size_t builds,
                              uint64_t seed);

}  // namespace benchcell

#endif  // BENCHCELL_RUNNERS_DESIGN_ORDER_H_
