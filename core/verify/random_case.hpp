#pragma once

#include <cstdint>

#include "core/verify/case.hpp"
#include "core/verify/cases.hpp"

namespace heteroscope {

/// The sets from which random cases are drawn.
struct RandomCases {
  std::vector<const Workload*> workloads;
  std::vector<Processor> processors;  ///< that this machine has
  CaseFilter filter;                  ///< empty lists: all
  double most_operations = 3e8;       ///< that a case's reference may take: about a second
};

/// The `index`-th case of a seed, over everything that a person can set: workload, parameters over their whole ranges
/// (their ends, powers of two and the numbers beside them more often), sizes from 1×1 on (aligned, odd, of extreme
/// shape), sources, variants, block, mapping, memory, threads, split, steps, strokes, precision, and the route. The
/// same for every machine with the same processors. What the device cannot run is for plan() to say.
Case random_case(const RandomCases& from, std::uint64_t seed, std::uint64_t index);

}  // namespace heteroscope
