#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/balance/sharing.hpp"
#include "core/frame/counted_launches.hpp"
#include "core/frame/timing.hpp"
#include "core/link/link_speed.hpp"
#include "core/memory/field.hpp"
#include "core/plan/plan.hpp"
#include "core/summary/summary.hpp"
#include "core/trace/trace.hpp"

namespace heteroscope {

/// How a frame's values have come from a machine elsewhere, and what is known of the link to it.
struct Crossing {
  LinkSpeed speed;
  std::uint64_t bytes = 0;  ///< as they crossed
  bool packed = false;      ///< this was asked for
};

class ValueQuantiles;
struct FrameChannels;

/// A finished result: what was asked, what came out, what it took.
struct Frame {
  Plan plan;
  Field field;  ///< empty where peers have bands of it (core/run/peers.hpp)
  Summary summary;
  std::shared_ptr<const ValueQuantiles>
      quantiles;    ///< of what is shown (where the result is numbers, the source), for colors by them
  Field distances;  ///< of the result's pixels to the set, for colors by them; else empty
  Field input;      ///< the source, where the workload takes one
  Summary input_summary;
  std::shared_ptr<const FrameChannels> channels;  ///< of a picture in color, for whoever shows it (channels.hpp)
  std::vector<Field> states;  ///< by participant: the iteration's first plane, where it is not the result
  Field table;                ///< the workload's, where it has one
  std::vector<std::vector<double>> reduced;  ///< what reducing stages found, by stage; empty for the others
  std::vector<Figure> figures;               ///< the workload's own
  std::string alarm;                         ///< one line where the result went wrong; else empty
  std::string note;                          ///< one line where the result makes the CPU slow; else empty
  std::int64_t steps = 0;                    ///< that an iteration has taken since its start
  bool settled = false;                      ///< it takes no more
  std::vector<Measured> measured;            ///< since its start
  Work work;
  Timing timing;
  std::optional<Crossing> crossing;  ///< of a frame from a machine elsewhere; not on the wire
  SharingNote sharing;
  bool traced = false;
  std::vector<Trace> traces;  ///< by participant; without passes where nothing was computed, or it was not traced
  std::optional<CountedLaunches> counted;  ///< of a CountedRun
  std::uint64_t serial = 0;                ///< from 1, of the frames of one executor

  /// The time of its work in ms, without the stages that only show an iteration's state.
  [[nodiscard]] double work_ms() const {
    return plan.workload->has_own_state() ? timing.of_stage(0) : timing.compute();
  }

  /// The field that is colored.
  [[nodiscard]] const Field& colored() const { return distances.empty() ? field : distances; }

  /// The trace of the CPU, or of the first GPU; empty if there is none.
  [[nodiscard]] const Trace& trace_of(Processor processor) const {
    static const Trace none;
    for (std::size_t i = 0; i < traces.size(); ++i) {
      if (plan.participants[i].processor == processor) return traces[i];
    }
    return none;
  }
};

}  // namespace heteroscope
