#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "core/base/typed_number.hpp"
#include "core/color/distances.hpp"
#include "core/color/palette.hpp"
#include "core/io/json/json_section.hpp"
#include "core/model/schema/kinds.hpp"
#include "core/model/schema/schema.hpp"
#include "core/model/settings/looks.hpp"
#include "core/model/settings/shift.hpp"

/// How the result is colored. A command line says what differs from the colors that suit what is shown.
namespace heteroscope {

namespace {

using nlohmann::ordered_json;

class PaletteSetting : public WordSetting {
 public:
  using WordSetting::WordSetting;
  std::string text(const Settings& settings) const override { return settings.look.palette; }
  std::vector<std::string_view> offered() const override {
    std::vector<std::string_view> out;
    for (const Palette& each : palettes()) out.push_back(each.id);
    return out;
  }
  std::vector<SettingRow> rows(const Settings& settings, const RowContext& context) const override {
    std::vector<SettingRow> out = WordSetting::rows(settings, context);
    for (RowChoice& each : out.front().choices) each.text = find_palette(each.text).label;
    return out;
  }

 protected:
  std::string usual_text(const Settings& settings, const SettingContext& context) const override {
    return natural_look(settings, context.catalog).palette;
  }
  bool set(Settings& settings, std::string_view word, const SettingContext&) const override {
    const bool known = std::ranges::find(palettes(), word, &Palette::id) != palettes().end();
    if (known) settings.look.palette = word;
    return known;
  }
};

class ScaleSetting : public WordSetting {
 public:
  using WordSetting::WordSetting;
  std::string text(const Settings& settings) const override { return settings.look.scale; }
  std::vector<std::string_view> offered() const override { return scale_ids(); }
  std::vector<SettingRow> rows(const Settings& settings, const RowContext& context) const override {
    std::vector<SettingRow> out = WordSetting::rows(settings, context);
    out.front().refusal = [&workload = context.workload](const Settings& with) {
      return colors_by_distance(with.look) ? refusal_of_distance(workload, with.problem.parameters) : std::string();
    };
    return out;
  }

 protected:
  std::string usual_text(const Settings& settings, const SettingContext& context) const override {
    return natural_look(settings, context.catalog).scale;
  }
  bool set(Settings& settings, std::string_view word, const SettingContext&) const override {
    const bool known = std::ranges::find(scale_ids(), word) != scale_ids().end();
    if (known) settings.look.scale = word;
    return known;
  }
};

/// The values at the palette's ends, and whether a person has chosen them.
class Range : public Setting {
 public:
  using Setting::Setting;
  std::vector<std::string_view> keys() const override { return {"automatic", "low", "high"}; }

  void save(const Settings& settings, const SettingContext&, ordered_json& to) const override {
    to["automatic"] = settings.look.automatic;
    to["low"] = saved_number("look.low", settings.look.low);
    to["high"] = saved_number("look.high", settings.look.high);
  }
  void load(const Section& from, const SettingContext&, Settings& settings) const override {
    constexpr double most = std::numeric_limits<double>::max();
    from.read("automatic", settings.look.automatic);
    from.read("low", settings.look.low, -most, most);
    from.read("high", settings.look.high, -most, most);
  }
  void take(std::span<const std::string> typed, const SettingContext&, Settings& settings) const override {
    Look& look = settings.look;
    const std::string& word = typed.back();
    const std::string_view option = words().option;
    if (colors_by_quantiles(look))
      throw BadInput(fmt::format("{}: the scale histogram has no ends: each color gets equally many values", option));
    if (colors_by_distance(look))
      throw BadInput(fmt::format("{}: the scale distance always ends at {} pixels", option, farthest_distance));
    const std::size_t colon = word.find(':');
    if (colon == std::string::npos)
      throw BadInput(fmt::format("{} '{}' is not LOW:HIGH, two numbers such as 0:500", option, excerpt(word)));
    constexpr double limit = 1e300;
    look.low = parse_real(option, word.substr(0, colon), -limit, limit);
    look.high = parse_real(option, word.substr(colon + 1), -limit, limit);
    if (!(look.low < look.high)) throw BadInput(fmt::format("{} '{}': LOW must be below HIGH", option, excerpt(word)));
    look.automatic = false;
  }
  std::string options(const Settings& settings, const SettingContext&, Written) const override {
    const Look& look = settings.look;
    if (look.automatic || !has_ends(look)) return {};
    return typed_option(*this, fmt::format("{}:{}", look.low, look.high));
  }
  std::vector<SettingRow> rows(const Settings& settings, const RowContext&) const override {
    SettingRow out;
    out.id = id();
    out.label = words().label;
    out.control = words().control;
    out.help = words().about;
    if (colors_by_quantiles(settings.look))
      out.idle = "The scale histogram has no ends: each color gets equally many values.";
    if (colors_by_distance(settings.look))
      out.idle = fmt::format("Distances always end at {} pixels.", farthest_distance);
    return {out};
  }
};

/// A panel offers some numbers of samples, where the workload takes more than one.
class Samples : public NumberSetting<&Settings::look, &Look::samples> {
 public:
  using NumberSetting::NumberSetting;
  std::vector<SettingRow> rows(const Settings& settings, const RowContext& context) const override {
    if (!refusal_of_samples(context.workload).empty()) return {};
    SettingRow out = row_of(settings, context);
    for (const int number : {1, 4, 8, 16, 32}) {
      out.offer(
          number == 1 ? "1 (off)" : fmt::format("{}", number), {}, [=](Settings& to) { to.look.samples = number; },
          number == settings.look.samples);
    }
    return {out};
  }
};

}  // namespace

std::span<const Setting* const> look_schema() {
  static const PaletteSetting palette(
      {"palette", "Palette", "--palette", "ID", "Colors: a palette that `heteroscope list` names", Control::palettes,
       "The colors of the values. The first palettes are perceptually even and readable for color-blind "
       "people."});
  static constexpr std::string_view scales[] = {
      "The color is proportional to the value.",
      "The color follows the square root of the value: more contrast among small values.",
      "The color follows the logarithm of the value: each doubling gets equally many colors.",
      "The palette repeats every few values.",
      "Each color gets equally many pixels, so all parts of the picture have contrast; more iterations "
      "hardly change the colors.",
      "The distance of each pixel from the set, logarithmic, up to 16 pixels. It is estimated from "
      "neighboring fractional counts and right to a factor of 2; distances below one pixel are not "
      "distinguished."};
  static const ScaleSetting scale(
      {"scale", "Scale", "--scale", "ID",
       "How values become colors: linear, sqrt, log, cyclic or histogram; or\ndistance (estimated, in "
       "pixels from the Mandelbrot set)",
       Control::list, "How values become colors of the palette.", scales});
  static const Range range({"range", "Range", "--range", "LOW:HIGH",
                            "Values at the two ends of the palette; if not given, they follow from the result",
                            Control::ends,
                            "Off: the ends of the palette follow from the workload and the result. On: you set them."});
  static const Samples samples(
      {.id = "samples",
       .label = "Samples",
       .option = "--samples",
       .value = "N",
       .help = "Smooth edges: each pixel is the mean color of this many samples, 1\nto 256 (mandelbrot only; "
               "default 1)",
       .control = Control::list,
       .about = "Smooth edges: while the picture rests, more samples of the same view are computed, each shifted "
                "by less than a pixel, and the mean of their colors is shown. The values stay those of the first "
                "sample.",
       .unsaid = true},
      1, most_samples);
  static const std::array<const Setting*, 4> all{&palette, &scale, &range, &samples};
  return all;
}

}  // namespace heteroscope
