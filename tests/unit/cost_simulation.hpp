#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <random>
#include <utility>
#include <vector>

#include "core/balance/cost_model.hpp"

namespace heteroscope {

/// A machine that is not there.
struct Machine {
  std::vector<double> alone_ms;  ///< what each participant takes for a whole frame, its launch aside
  double launch_ms = 0;          ///< of each part
  double merge_ms = 0;           ///< when more than one participant takes part,
  bool merges_alone = false;     ///< or one that is not the first
  double merge_rows_ms = 0;      ///< beside, for all rows; those of the first participant cost nothing,
  double last_rows_ms = 0;       ///< and those of the last one this beside, for all rows: a CPU's cross the bus
  double link_ms = 0;            ///< what all rows take into the first participant's memory, while others are computed
  double noise = 0;              ///< of each time: standard deviation, relative
  double interrupted = 0;        ///< the share of times that are up to half as long again
  unsigned seed = 1;             ///< of the noise
  int height = 0;                ///< of a frame, whose borders are rounded to rows; 0: they are not
  std::vector<double> first_borders = {};  ///< none: the same share for all participants
};

using Density = std::function<double(double)>;

/// The same work in all rows.
inline double uniform(double) {
  return 1;
}

/// Frames of a machine, shared by a CostModel that learns from each.
class Simulation {
 public:
  Simulation(Machine of, const Density& density, const std::function<double(double)>& work_above = {})
      : machine(std::move(of)),
        model(first_borders(machine), work_above),
        spikes(machine.alone_ms.size(), 1),
        random_(machine.seed) {
    set(density);
  }

  /// Where the work of the next frames lies; its total stays.
  void set(const Density& density) {
    for (std::size_t i = 0; i < cells; ++i) {
      above_[i + 1] = above_[i] + density((static_cast<double>(i) + 0.5) / cells);
    }
    for (double& each : above_) each /= above_[cells];
  }

  /// A frame; its time without noise and spikes.
  double frame(bool same_problem = true) {
    participants.clear();
    double longest = 0;
    double begin = 0;
    const double senders = static_cast<double>(machine.alone_ms.size()) - 1;  // they share the link
    arrived_ms_ = 0;
    for (std::size_t i = 0; i < machine.alone_ms.size(); ++i) {
      const double end = i + 1 < machine.alone_ms.size() ? border(i) : 1;
      const double work = total * (above(end) - above(begin));
      const double ms = end > begin ? machine.launch_ms + work * machine.alone_ms[i] : 0;
      longest = std::max(longest, ms);
      const double sending_ms = i > 0 ? senders * (end - begin) * machine.link_ms * total : 0;
      arrived_ms_ = std::max(arrived_ms_, sending_ms);
      participants.push_back({begin, end, ms * noise() * std::exchange(spikes[i], 1), sending_ms});
      begin = end;
    }
    const double merging = merging_ms() + std::max(0.0, arrived_ms_ - longest);
    model.learn(participants, merging * noise(), same_problem);
    return longest + merging;
  }
  /// A frame; by how much longer than necessary it was computed, relatively.
  double excess(bool same_problem = true) {
    const double ms = frame(same_problem);
    return (ms - merging_ms()) / together_ms() - 1;
  }

  /// All participants, if they finish together.
  [[nodiscard]] double together_ms() const {
    double speed = 0;
    for (const double each : machine.alone_ms) speed += 1 / each;
    return total / speed;
  }
  [[nodiscard]] double best_alone_ms() const {
    return machine.launch_ms + total * *std::ranges::min_element(machine.alone_ms);
  }

  Machine machine;
  CostModel model;
  double total = 1;                           ///< of the work: what `alone_ms` is multiplied by
  std::vector<double> spikes;                 ///< what each participant's time of the next frame is multiplied by
  std::vector<ParticipantCost> participants;  ///< of the last frame

 private:
  static constexpr std::size_t cells = 4096;

  static std::vector<double> first_borders(const Machine& machine) {
    if (!machine.first_borders.empty()) return machine.first_borders;
    std::vector<double> out;
    const auto count = static_cast<double>(machine.alone_ms.size());
    for (std::size_t i = 1; i < machine.alone_ms.size(); ++i) out.push_back(static_cast<double>(i) / count);
    return out;
  }
  [[nodiscard]] double border(std::size_t participant) const {
    const double wanted = model.borders()[participant];
    return machine.height > 0 ? std::round(wanted * machine.height) / machine.height : wanted;
  }
  [[nodiscard]] double above(double position) const {
    const double cell = position * cells;
    const auto i = std::min(static_cast<std::size_t>(cell), cells - 1);
    return above_[i] + (cell - static_cast<double>(i)) * (above_[i + 1] - above_[i]);
  }
  [[nodiscard]] double merging_ms() const {
    const auto parts =
        std::ranges::count_if(participants, [](const ParticipantCost& each) { return each.end > each.begin; });
    const bool alone = machine.merges_alone && participants[0].end <= participants[0].begin;
    if (parts < 2 && !alone) return 0;
    return machine.merge_ms + machine.merge_rows_ms * (1 - participants.front().end) +
           machine.last_rows_ms * (1 - participants.back().begin);
  }
  double noise() {
    const double held_up =
        machine.interrupted > 0 && share_(random_) < machine.interrupted ? 1 + 0.5 * share_(random_) : 1;
    return std::max(0.5, 1 + machine.noise * normal_(random_)) * held_up;
  }

  std::array<double, cells + 1> above_{};
  double arrived_ms_ = 0;  ///< of the last frame, from its begin on
  std::mt19937 random_;
  std::normal_distribution<double> normal_;
  std::uniform_real_distribution<double> share_{0, 1};
};

}  // namespace heteroscope
