#include "app/scope/passes.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace heteroscope {

namespace {

/// The passes of a participant that have a span: what there was no room for in the trace is not looked at.
class ParticipantPasses {
 public:
  explicit ParticipantPasses(const Trace& trace) : trace_(trace), has_spans_(trace.passes.size()) {
    for (const TracedSpan& each : trace.spans) has_spans_[trace.launch_of(each).pass] = true;
    for (std::uint32_t i = 0; i < has_spans_.size(); ++i) {
      if (has_spans_[i]) last_[trace.passes[i].stage] = i;
    }
  }

  [[nodiscard]] const TracedPass& at(std::uint32_t pass) const { return trace_.passes[pass]; }
  [[nodiscard]] bool has_spans(std::uint32_t pass) const { return has_spans_[pass]; }
  [[nodiscard]] std::uint32_t last_of(int stage) const {
    const auto found = last_.find(stage);
    return found != last_.end() ? found->second : no_pass;
  }

  [[nodiscard]] std::uint32_t find(const PassKey& wanted, Size field) const {
    std::uint32_t last = no_pass;
    for (auto i = static_cast<std::uint32_t>(has_spans_.size()); i-- > 0;) {
      if (!has_spans_[i]) continue;
      const TracedPass& pass = trace_.passes[i];
      if (wanted.name.empty()) {
        if (pass.over != Over::other && pass.space == field) return i;
        if (last == no_pass) last = i;
      } else if (pass.stage == wanted.stage && pass.name == wanted.name &&
                 (wanted.space == Size{} || wanted.space == pass.space)) {
        return i;
      }
    }
    return last;
  }

 private:
  const Trace& trace_;
  std::vector<bool> has_spans_;
  std::map<int, std::uint32_t> last_;  ///< by stage
};

/// By stage and name whether there are passes of several sizes.
class Sizes {
 public:
  explicit Sizes(std::span<const Trace> participants) {
    for (const Trace& trace : participants) {
      for (const TracedPass& each : trace.passes) {
        const auto [found, is_new] = of_.try_emplace({each.stage, each.name}, each.space);
        if (!is_new && found->second != each.space) found->second = several;
      }
    }
  }
  [[nodiscard]] PassKey key_of(const TracedPass& pass) const {
    const auto found = of_.find({pass.stage, pass.name});
    const bool differ = found != of_.end() && found->second == several;
    return {pass.stage, pass.name, differ ? pass.space : Size{}};
  }

 private:
  static constexpr Size several{-1, -1};
  std::map<std::pair<int, std::string>, Size> of_;
};

/// Both are the last ones of a stage, over the same cells.
bool together(const ParticipantPasses& a, const ParticipantPasses& b, std::uint32_t of_b) {
  const int stage = b.at(of_b).stage;
  const std::uint32_t of_a = a.last_of(stage);
  return of_a != no_pass && b.last_of(stage) == of_b && a.at(of_a).space == b.at(of_b).space;
}

}  // namespace

std::vector<PassKey> passes_of(std::span<const Trace> participants) {
  std::vector<PassKey> out;
  const Sizes sizes(participants);
  std::vector<ParticipantPasses> before;
  for (const Trace& trace : participants) {
    const ParticipantPasses participant(trace);
    for (std::uint32_t i = 0; i < trace.passes.size(); ++i) {
      const PassKey key = sizes.key_of(trace.passes[i]);
      if (std::ranges::find(out, key) != out.end()) continue;
      if (std::ranges::none_of(before, [&](const ParticipantPasses& each) { return together(each, participant, i); }))
        out.push_back(key);
    }
    before.push_back(participant);
  }
  std::ranges::stable_sort(out, {}, &PassKey::stage);
  return out;
}

PassKey key_of(std::span<const Trace> participants, const TracedPass& pass) {
  return Sizes(participants).key_of(pass);
}

std::vector<std::uint32_t> pass_on_participants(std::span<const Trace> participants, const PassKey& wanted,
                                                Size field) {
  std::vector<std::uint32_t> out(participants.size(), no_pass);
  std::vector<ParticipantPasses> all;
  for (const Trace& each : participants) all.emplace_back(each);
  const auto lead =
      std::ranges::find_if(all, [&](const ParticipantPasses& each) { return each.find(wanted, field) != no_pass; });
  if (lead == all.end()) return out;
  const std::uint32_t found = lead->find(wanted, field);
  const TracedPass& of = lead->at(found);
  for (std::size_t l = 0; l < all.size(); ++l) {
    std::uint32_t here = all[l].find({of.stage, of.name, of.space}, field);
    if (here == no_pass && together(all[l], *lead, found)) here = all[l].last_of(of.stage);
    if (here != no_pass && all[l].at(here).space == of.space) out[l] = here;
  }
  return out;
}

}  // namespace heteroscope
