#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "app/bench/schedule.hpp"
#include "app/window/model/measured/variant_time.hpp"
#include "core/frame/frame.hpp"

namespace heteroscope {

/// How long a save of a person's file takes, in runs that do nothing else.
struct SaveTime {
  const Variant* variant = nullptr;  ///< as which the save computes
  Settings how;                      ///< what_times_belong_to() the picture whose problem it was
  std::optional<VariantTime> time;   ///< none: it failed
  std::string why_not;               ///< in one line; empty where there is a time
};

/// The save whose time is wanted: the one that has computed a picture.
struct SaveToTime {
  const Variant* variant = nullptr;
  Settings how;                        ///< as SaveTime's
  std::shared_ptr<const Frame> frame;  ///< the picture
  bool operator==(const SaveToTime& other) const { return variant == other.variant && how == other.how; }
};

/// Measures the save with the picture's problem as `bench` measures a row, within about a second; of an iteration some
/// of its first steps. It computes in a worker of its own. Any thread may call it. Throws GivenUp once a stop is
/// requested.
SaveTime measured_save(const SaveToTime& wanted, const std::stop_token& stop,
                       const Schedule::Now& now = Schedule::steady_ms);

}  // namespace heteroscope
