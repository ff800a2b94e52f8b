#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "core/base/shell_word.hpp"
#include "core/base/typed_number.hpp"
#include "core/base/wrong.hpp"
#include "core/color/distances.hpp"
#include "core/color/palette.hpp"
#include "core/color/palette_text.hpp"
#include "core/io/json/json_section.hpp"
#include "core/model/schema/kinds.hpp"
#include "core/model/schema/schema.hpp"
#include "core/model/settings/looks.hpp"
#include "core/model/settings/shift.hpp"

/// How the result is colored. A command line says what differs from the colors that suit what is shown.
namespace heteroscope {

namespace {

using nlohmann::ordered_json;

/// A word of the look. Without an option it suits what is shown.
template <auto field>
class LookWord : public WordSetting {
 public:
  using WordSetting::WordSetting;
  std::string text(const Settings& settings) const override { return settings.look.*field; }

 protected:
  std::string usual_text(const Settings& settings, const SettingContext& context) const override {
    return natural_look(settings, context.catalog).*field;
  }
  bool set(Settings& settings, std::string_view word, const SettingContext&) const override {
    const std::vector<std::string_view> known = offered();
    const bool there = std::ranges::find(known, word) != known.end();
    if (there) settings.look.*field = word;
    return there;
  }
};

class PaletteSetting : public LookWord<&Look::palette> {
 public:
  using LookWord::LookWord;
  std::vector<std::string_view> offered() const override {
    std::vector<std::string_view> out;
    for (const Palette& each : palettes()) out.push_back(each.id);
    return out;
  }
  std::vector<SettingRow> rows(const Settings& settings, const RowContext& context) const override {
    std::vector<SettingRow> out = LookWord::rows(settings, context);
    for (RowChoice& each : out.front().choices) each.text = find_palette(each.text).label;
    const auto own = [](Settings& to) { to.look.palette = own_palette; };
    if (settings.look.stops.size() >= 2) out.front().offer("Own", {}, own, settings.look.palette == own_palette);
    return out;
  }

  void take(std::span<const std::string> typed, const SettingContext& context, Settings& settings) const override {
    if (typed.back() == own_palette && settings.look.stops.size() < 2) {
      throw BadInput(Wrong::missing, std::string(words().option),
                     fmt::format("{} 'own' has no colors; set them with --stops", words().option));
    }
    if (!is_palette_file(typed.back())) return LookWord::take(typed, context, settings);
    settings.look.stops = load_palette_file(typed.back());
    settings.look.palette = own_palette;
  }
  /// The colors of an own palette say that it is one.
  std::string options(const Settings& settings, const SettingContext& context, Written written) const override {
    return settings.look.palette == own_palette ? "" : LookWord::options(settings, context, written);
  }

 protected:
  bool set(Settings& settings, std::string_view word, const SettingContext& context) const override {
    if (word != own_palette) return LookWord::set(settings, word, context);
    settings.look.palette = own_palette;
    return true;
  }
};

/// The colors of an own palette. Who names them means that palette.
class StopsSetting : public TextSetting {
 public:
  using TextSetting::TextSetting;
  std::string text(const Settings& settings) const override { return text_of_stops(settings.look.stops); }
  void load(const Section& from, const SettingContext&, Settings& settings) const override {
    constexpr std::size_t longest = 10'000;
    const auto word = from.text(id(), longest);
    if (word) from.guarded([&] { settings.look.stops = parse_stops(id(), *word); });
    if (settings.look.palette == own_palette && settings.look.stops.empty())
      throw from.fail(Wrong::missing, id(), "is missing: it sets the colors of the palette own");
  }
  std::string options(const Settings& settings, const SettingContext&, Written) const override {
    return settings.look.palette == own_palette ? typed_option(*this, shell_word(text(settings))) : std::string();
  }

 protected:
  void parse(Settings& settings, std::string_view what, const std::string& text) const override {
    settings.look.stops = parse_stops(what, text);
    settings.look.palette = own_palette;
  }
};

class InvertedSetting : public WordSetting {
 public:
  using WordSetting::WordSetting;
  std::string text(const Settings& settings) const override { return settings.look.inverted ? "yes" : "no"; }
  std::vector<std::string_view> offered() const override { return {"no", "yes"}; }
  void reset(Settings& settings) const override { settings.look.inverted = false; }

 protected:
  bool set(Settings& settings, std::string_view word, const SettingContext&) const override {
    if (word != "yes" && word != "no") return false;
    settings.look.inverted = word == "yes";
    return true;
  }
};

/// A number of the look from a range.
class LookNumber : public PlainSetting {
 public:
  LookNumber(const SettingWords& words, double Look::*field, double least, double most)
      : PlainSetting(words), field_(field), least_(least), most_(most) {}
  std::string text(const Settings& settings) const override { return fmt::format("{}", settings.look.*field_); }
  void save(const Settings& settings, const SettingContext&, ordered_json& to) const override {
    if (!goes_unsaid(settings)) to[std::string(id())] = saved_number(id(), settings.look.*field_);
  }
  void load(const Section& from, const SettingContext&, Settings& settings) const override {
    from.read(id(), settings.look.*field_, least_, most_);
  }
  void take(std::span<const std::string> typed, const SettingContext&, Settings& settings) const override {
    settings.look.*field_ = parse_real(words().option, typed.back(), least_, most_);
  }
  void reset(Settings& settings) const override { settings.look.*field_ = Look().*field_; }

 private:
  double Look::*field_;
  double least_;
  double most_;
};

/// The period of the cyclic scale, where its ends do not say it.
class Period : public LookNumber {
 public:
  using LookNumber::LookNumber;
  void take(std::span<const std::string> typed, const SettingContext& context, Settings& settings) const override {
    const std::string_view option = words().option;
    if (settings.look.scale != id_of(ColorScale::cyclic)) {
      throw BadInput(Wrong::unused, std::string(option),
                     fmt::format("{}: only the scale cyclic repeats the palette", option));
    }
    if (!settings.look.automatic)
      throw BadInput(Wrong::unused, std::string(option), fmt::format("{}: --range already sets this", option));
    LookNumber::take(typed, context, settings);
  }
  std::string options(const Settings& settings, const SettingContext& context, Written written) const override {
    const bool counts = settings.look.scale == id_of(ColorScale::cyclic) && settings.look.automatic;
    return counts ? LookNumber::options(settings, context, written) : std::string();
  }
};

/// The scale, and whether a person has chosen it.
class ScaleSetting : public LookWord<&Look::scale> {
 public:
  using LookWord::LookWord;
  std::vector<std::string_view> offered() const override { return scale_ids(); }
  std::vector<std::string_view> keys() const override { return {id(), chosen_key}; }
  void save(const Settings& settings, const SettingContext& context, ordered_json& to) const override {
    LookWord::save(settings, context, to);
    if (settings.look.scale_chosen) to[std::string(chosen_key)] = true;
  }
  void load(const Section& from, const SettingContext& context, Settings& settings) const override {
    LookWord::load(from, context, settings);
    settings.look.scale_chosen = false;  // as in files that are older than this key
    from.read(chosen_key, settings.look.scale_chosen);
  }
  /// A scale that was chosen is said even where the same one would follow, since there it stays elsewhere, too.
  std::string options(const Settings& settings, const SettingContext& context, Written written) const override {
    if (settings.look.scale_chosen) return typed_option(*this, text(settings));
    return LookWord::options(settings, context, written);
  }
  /// The last choice lets the scale follow what is shown again.
  std::vector<SettingRow> rows(const Settings& settings, const RowContext& context) const override {
    std::vector<SettingRow> out = LookWord::rows(settings, context);
    if (context.catalog.empty()) return out;
    const auto follow = [catalog = context.catalog](Settings& to) {
      to.look.scale = natural_look(to, catalog).scale;
      to.look.scale_chosen = false;
    };
    out.front().offer("automatic", "The scale that suits what is shown: it changes with the view and the workload.",
                      follow, !settings.look.scale_chosen);
    return out;
  }
  std::string refusal_here(const Settings& settings, const RowContext& context) const override {
    if (!colors_by_distance(settings.look)) return {};
    return refusal_of_distance(context.workload, settings.problem.parameters);
  }

 protected:
  bool set(Settings& settings, std::string_view word, const SettingContext& context) const override {
    const bool there = LookWord::set(settings, word, context);
    if (there) settings.look.scale_chosen = true;
    return there;
  }

 private:
  static constexpr std::string_view chosen_key = "scale_chosen";
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
    if (colors_by_quantiles(look)) {
      throw BadInput(Wrong::unused, std::string(option),
                     fmt::format("{}: the scale histogram has no ends: each color gets equally many values", option));
    }
    if (colors_by_distance(look)) {
      throw BadInput(Wrong::unused, std::string(option),
                     fmt::format("{}: the scale distance always ends at {} pixels", option, farthest_distance));
    }
    const std::size_t colon = word.find(':');
    if (colon == std::string::npos)
      throw wrong_option(Wrong::kind, option, word, " is not LOW:HIGH, two numbers such as 0:500");
    constexpr double limit = 1e300;
    look.low = parse_real(option, word.substr(0, colon), -limit, limit);
    look.high = parse_real(option, word.substr(colon + 1), -limit, limit);
    if (!(look.low < look.high)) throw wrong_option(Wrong::value, option, word, ": LOW must be below HIGH");
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
  std::string refusal_here(const Settings& settings, const RowContext& context) const override {
    return settings.look.samples > 1 ? refusal_of_samples(context.workload) : std::string();
  }
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
      {"palette", "Palette", "--palette", "ID|FILE",
       "Colors: a palette that `heteroscope list` names, or a palette of GIMP\n(.gpl) or Fractint (.map)",
       Control::palettes,
       "The colors of the values. The first palettes are perceptually even and readable for color-blind people."});
  static const StopsSetting stops({.id = "stops",
                                   .label = "Stops",
                                   .option = "--stops",
                                   .value = "LIST",
                                   .help = "Your own colors at places from 0 to 1:\n0:#000000,0.5:#ff8000,1:#ffffff",
                                   .unsaid = true});
  static const InvertedSetting inverted({.id = "inverted",
                                         .label = "Inverted",
                                         .option = "--inverted",
                                         .value = "no|yes",
                                         .help = "Use the palette from its end to its start",
                                         .unsaid = true});
  static const LookNumber shift({.id = "shift",
                                 .label = "Shift",
                                 .option = "--shift",
                                 .value = "SHARE",
                                 .help = "Shift the palette by this share of its length, 0 to 1",
                                 .unsaid = true},
                                &Look::shift, 0, 1);
  static constexpr std::string_view scales[] = {
      "The color is proportional to the value.",
      "The color follows the square root of the value: more contrast among small values.",
      "The color follows the logarithm of the value: each doubling gets equally many colors.",
      "The palette repeats every few values.",
      "Each color gets equally many pixels: nothing is flat, and more iterations leave the colors as they are.",
      "The distance of each pixel from the set, logarithmic, up to 16 pixels. It is estimated from neighboring "
      "fractional counts and right to a factor of 2; distances below one pixel are not distinguished."};
  static const ScaleSetting scale({"scale", "Scale", "--scale", "ID",
                                   "How values become colors: linear, sqrt, log, cyclic or histogram; or\ndistance "
                                   "(estimated, in pixels from the Mandelbrot set)",
                                   Control::list, "How values become colors of the palette.", scales});
  static const Range range({"range", "Range", "--range", "LOW:HIGH",
                            "Values at the two ends of the palette; if not given, they follow from\nthe result",
                            Control::ends,
                            "Off: the ends of the palette follow from the workload and the result. On: you set them."});
  static const Period period({.id = "period",
                              .label = "Period",
                              .option = "--period",
                              .value = "N",
                              .help = "For the scale cyclic: the palette repeats after this many values (default 64)",
                              .unsaid = true},
                             &Look::period, shortest_period, longest_period);
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
  static const std::array<const Setting*, 8> all{&palette, &stops, &inverted, &shift,
                                                 &scale,   &range, &period,   &samples};
  return all;
}

}  // namespace heteroscope
