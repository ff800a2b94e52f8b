#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/tune/space.hpp"
#include "core/device/device.hpp"
#include "core/model/settings/settings.hpp"

namespace heteroscope {

/// What of the execution is not sought but given; what is empty is sought.
struct TuneFixed {
  std::optional<Processor> processor;
  std::vector<std::string> variants;  ///< ids or "stage=id": of their stage and processor these alone
  std::vector<std::string> settings;  ///< ids of settings and of tunables that are as the settings have them
  std::vector<std::string> searched;  ///< ids of settings that are sought though they are not without being asked for
};

/// All that a device can run of a problem, and the settings of each candidate.
struct TuneCandidates {
  TuneSpace space;
  std::vector<Settings> settings;
  std::optional<std::size_t> present;  ///< the one that computes as the settings do; none: they are none of these
  std::vector<std::pair<std::string, int>> left_out;  ///< why the device cannot run some, and how many
  std::string incomparable;                           ///< why they need not agree with the reference; else empty
};

/// Every way to compute the settings' problem that plan() accepts: the variants of each stage (of an iteration that is
/// shown by others: of the one that takes the steps), on the CPU by numbers of threads, on the GPU by mapping, memory
/// and block, in a split by how it is shared, with the variants' own blocks; and all values of what variants declare as
/// tunable. The settings as they are, and every variant as its author left it, are the starts.
TuneCandidates tune_candidates(const Settings& settings, const TuneFixed& fixed, Catalog catalog,
                               device::Devices devices);

/// The stages whose variants are sought: all, or of an iteration the one that takes the steps.
std::vector<std::size_t> tuned_stages(const Workload& workload);

}  // namespace heteroscope
