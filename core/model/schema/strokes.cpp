#include <fmt/format.h>

#include <array>
#include <limits>

#include "core/base/typed_number.hpp"
#include "core/io/json/json_section.hpp"
#include "core/model/schema/composite.hpp"
#include "core/model/schema/kinds.hpp"

/// The strokes that are painted on an iteration's state.
namespace heteroscope {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

/// Reads "STEP:X:Y:RADIUS:AMOUNT", whose lengths are shares of the sides. Throws BadInput.
Stroke parse_stroke(const std::string& text) {
  const std::string option = fmt::format("--stroke '{}'", excerpt(text));
  std::array<std::string, 5> parts;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::size_t colon = text.find(':', begin);
    const bool last = i + 1 == parts.size();
    if ((colon == text.npos) != last) {
      throw BadInput(Wrong::kind, option, option + " is not STEP:X:Y:RADIUS:AMOUNT, for example 0:0.5:0.5:0.1:1");
    }
    parts[i] = text.substr(begin, last ? text.npos : colon - begin);
    begin = colon + 1;
  }
  constexpr double any = std::numeric_limits<double>::max();
  return {.step = parse_whole(option, parts[0], 0, most_steps),
          .x = parse_real(option, parts[1], 0, 1),
          .y = parse_real(option, parts[2], 0, 1),
          .radius = parse_real(option, parts[3], 0, 1),
          .amount = parse_real(option, parts[4], -any, any)};
}

void read_strokes(const Section& root, const json& list, std::vector<Stroke>& out) {
  if (!list.is_array()) throw root.fail(Wrong::kind, "strokes", "is not an array ([…])");
  if (list.size() > most_strokes) {
    throw root.fail(Wrong::value, "strokes",
                    fmt::format("{} strokes are too many (at most {})", list.size(), most_strokes));
  }
  out.clear();
  std::int64_t last = 0;
  for (const json& each : list) {
    const std::string which = fmt::format("strokes[{}]", out.size());
    const Section section = root.section_of(each, which);
    section.allow({"step", "x", "y", "radius", "amount"});
    Stroke stroke;
    stroke.step = section.needed_whole("step", 0, most_steps);
    stroke.x = section.needed_number("x");
    stroke.y = section.needed_number("y");
    stroke.radius = section.needed_number("radius");
    stroke.amount = section.needed_number("amount");
    section.guarded([&] {
      if (const std::string wrong = check_stroke(stroke, last); !wrong.empty())
        throw BadInput(Wrong::value, wrong.substr(0, wrong.find(':')), wrong);
    });
    last = stroke.step;
    out.push_back(stroke);
  }
}

ordered_json strokes_json(const std::vector<Stroke>& strokes) {
  ordered_json out = ordered_json::array();
  for (const Stroke& each : strokes) {
    const auto field = [&](const char* key, double value) {
      return saved_number(fmt::format("strokes[{}].{}", out.size(), key), value);
    };
    out.push_back({{"step", each.step},
                   {"x", field("x", each.x)},
                   {"y", field("y", each.y)},
                   {"radius", field("radius", each.radius)},
                   {"amount", field("amount", each.amount)}});
  }
  return out;
}

class Strokes : public Setting {
 public:
  using Setting::Setting;
  bool is_repeatable() const override { return true; }

  void save(const Settings& settings, const SettingContext& context, ordered_json& to) const override {
    const bool iterates = context.workload != nullptr && context.workload->iterates();
    if (iterates && !settings.problem.strokes.empty()) to[std::string(id())] = strokes_json(settings.problem.strokes);
  }
  void load(const Section& from, const SettingContext& context, Settings& settings) const override {
    const json* const list = from.find(id());
    if (list == nullptr) return;
    const Workload& workload = *context.workload;
    if (!workload.iterates()) throw from.fail(Wrong::unused, id(), fmt::format("{} takes no steps", workload.id));
    if (!workload.paintable())
      throw from.fail(Wrong::unused, id(), fmt::format("{} cannot be painted on", workload.id));
    read_strokes(from, *list, settings.problem.strokes);
  }
  void take(std::span<const std::string> typed, const SettingContext&, Settings& settings) const override {
    for (const std::string& each : typed) settings.problem.strokes.push_back(parse_stroke(each));
  }
  std::string options(const Settings& settings, const SettingContext&, Written) const override {
    std::string out;
    for (const Stroke& each : settings.problem.strokes) {
      out += typed_option(*this, fmt::format("{}:{}:{}:{}:{}", each.step, each.x, each.y, each.radius, each.amount));
    }
    return out;
  }
  /// All strokes are left out, or one of them.
  std::vector<Change> simpler(const Settings& now, const Workload&) const override {
    std::vector<Change> out;
    if (!now.problem.strokes.empty()) out.push_back([](Settings& settings) { settings.problem.strokes.clear(); });
    for (std::size_t i = 0; i < now.problem.strokes.size(); ++i) {
      out.push_back([i](Settings& settings) {
        settings.problem.strokes.erase(settings.problem.strokes.begin() + static_cast<std::ptrdiff_t>(i));
      });
    }
    return out;
  }
};

}  // namespace

const Setting& strokes_setting() {
  static const Strokes setting{
      {"strokes", "Strokes", "--stroke", "STEP:X:Y:RADIUS:AMOUNT",
       "Paint a dab before a step: its place and radius are shares of the\nsides. Repeat for more, in "
       "the order of their steps"}};
  return setting;
}

}  // namespace heteroscope
