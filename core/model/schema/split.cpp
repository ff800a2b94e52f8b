#include <fmt/format.h>

#include "core/base/wrong.hpp"
#include "core/io/json/json_section.hpp"
#include "core/model/schema/composite.hpp"
#include "core/model/schema/kinds.hpp"
#include "core/model/settings/processors.hpp"
#include "core/model/settings/refusals.hpp"

/// How several processors share a frame.
namespace heteroscope {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

class Split : public PlainSetting {
 public:
  using PlainSetting::PlainSetting;
  std::string text(const Settings& settings) const override { return split_text(settings.execution); }
  bool is_varied_by_bench() const override { return true; }
  std::vector<Change> simpler(const Settings&, const Workload&) const override {
    return {[](Settings& settings) { settings.execution.sharing = Sharing::by_hand; },
            [](Settings& settings) { settings.execution.shares = Execution().shares; }};
  }

  /// A single share is written as a number.
  void save(const Settings& settings, const SettingContext&, ordered_json& to) const override {
    const Execution& execution = settings.execution;
    ordered_json& out = to[std::string(id())];
    if (execution.sharing != Sharing::by_hand) {
      out = text(settings);
    } else if (execution.shares.size() == 1) {
      out = saved_number(id(), execution.shares.front());
    } else {
      out = ordered_json::array();
      for (const double share : execution.shares) out.push_back(saved_number(id(), share));
    }
  }
  /// A file has a number, an array of numbers, or a word.
  void load(const Section& from, const SettingContext&, Settings& settings) const override {
    const json* const value = from.find(id());
    if (value == nullptr) return;
    Execution& execution = settings.execution;
    if (value->is_string()) {
      if (set_split(execution, value->get<std::string>())) return;
      throw from.fail(Wrong::kind, id(), fmt::format("{} is not one of {}", excerpt(value->dump()), known_splits));
    }
    if (value->is_array()) return load_shares(from, *value, execution.shares);
    execution.shares.resize(1);
    from.read(id(), execution.shares.front(), 0, 1);
  }
  void take(std::span<const std::string> typed, const SettingContext&, Settings& settings) const override {
    if (set_split(settings.execution, typed.back())) return;
    throw wrong_option(Wrong::unknown, words().option, typed.back(), " is not one of {}", known_splits);
  }
  std::string in_words(const Settings&) const override { return {}; }  // shares are shown as a bar
  /// How the frame is shared; shares themselves are chosen by dragging borders.
  std::vector<SettingRow> rows(const Settings& settings, const RowContext& context) const override {
    SettingRow out = row_of(settings, context);
    out.read_by = ReadBy::gpu;
    const auto add = [&](std::string_view text, Sharing way, std::string_view meaning) {
      const auto choose = [way](Settings& to) { to.execution.sharing = way; };
      out.offer(text, meaning, choose, way == settings.execution.sharing, Processor::split);
    };
    add("Manual", Sharing::by_hand,
        "You set the shares: drag the borders of the bar below until all processors take the same time.");
    add("Bisect", Sharing::bisection,
        "Moves the share toward the processor that was faster, in steps that are halved from frame to "
        "frame.");
    add("Auto", Sharing::automatic,
        "Shares follow from the times of the frames before; a processor that does not help is left out.");
    add("Queue", Sharing::queue,
        "Each processor takes the next rows when it has finished its last ones, from the top or from the bottom, until "
        "none are left.");
    out.refusal = [&workload = context.workload](const Settings& with) {
      return refusal_of_sharing(with.execution.sharing, workload, with.execution.processor != Processor::gpu);
    };
    return {out};
  }
  std::string options(const Settings& settings, const SettingContext&, Written) const override {
    return shares_a_frame(settings.execution) ? typed_option(*this, text(settings)) : std::string();
  }

 protected:
  std::string idle(const Settings& settings, const RowContext& context) const override {
    const Execution& execution = settings.execution;
    const bool used = shares_a_frame(execution) && (context.devices.first().available || !execution.elsewhere.empty());
    return used ? "" : "One processor computes all rows.";
  }

 private:
  void load_shares(const Section& from, const json& list, std::vector<double>& out) const {
    constexpr std::size_t most = 64;
    if (list.empty() || list.size() > most)
      throw from.fail(Wrong::value, id(), fmt::format("{} shares are given, 1 to {} are possible", list.size(), most));
    out.clear();
    for (const json& each : list) {
      const std::optional<double> share = number_in(each);
      const bool inside = share && *share >= 0 && *share <= 1;
      if (!inside)
        throw from.fail(Wrong::kind, id(), fmt::format("{} is not a share from 0 to 1", excerpt(each.dump())));
      out.push_back(*share);
    }
  }
};

}  // namespace

const Setting& split_setting() {
  static const Split setting(
      {"split", "Sharing", "--split", "HOW",
       "How several processors share a frame: the part of the rows that the\nGPUs get, 0 to 1, or a part "
       "for each processor but the last; or\nbisection, auto or queue, which find it",
       Control::buttons});
  return setting;
}

}  // namespace heteroscope
