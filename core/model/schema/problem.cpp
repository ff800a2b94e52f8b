#include <fmt/format.h>

#include <array>

#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/base/wrong.hpp"
#include "core/model/schema/composite.hpp"
#include "core/model/schema/kinds.hpp"
#include "core/model/schema/schema.hpp"
#include "core/model/settings/source.hpp"

/// The settings that decide the result's bits.
namespace heteroscope {

namespace {

class Steps : public OfSteps<NumberSetting<&Settings::problem, &Problem::steps>> {
 public:
  using OfSteps::OfSteps;
  void take(std::span<const std::string> typed, const SettingContext& context, Settings& settings) const override {
    if (!context.workload->iterates()) {
      throw wrong_option(Wrong::unused, words().option, typed.back(), ": {} takes no steps", context.workload->id);
    }
    OfSteps::take(typed, context, settings);
  }
  std::string options(const Settings& settings, const SettingContext& context, Written) const override {
    return context.workload->iterates() ? typed_option(*this, text(settings)) : std::string();
  }
  /// A failing case comes nearer to the start step by step.
  std::vector<Change> simpler(const Settings&, const Workload&) const override { return {}; }
};

class SizeSetting : public TextSetting {
 public:
  using TextSetting::TextSetting;
  std::string text(const Settings& settings) const override {
    return fmt::format("{}x{}", settings.problem.size.width, settings.problem.size.height);
  }
  std::string options(const Settings& settings, const SettingContext& context, Written) const override {
    const Problem& problem = settings.problem;
    const Workload& workload = *context.workload;
    const bool reads_source = !problem.source.id.empty() && workload.reads_source(workload.bind(problem.parameters));
    // a file has a size of its own; of another source it is the size, also where that of the result is a parameter
    const bool counts =
        reads_source ? problem.source.id != file_source : workload.size_parameter(problem.parameters) == nullptr;
    return counts ? typed_option(*this, text(settings)) : std::string();
  }
  std::string in_words(const Settings& settings) const override {
    return fmt::format("{}×{}", settings.problem.size.width, settings.problem.size.height);
  }
  /// A failing case loses rows and columns step by step.
  std::vector<Change> simpler(const Settings&, const Workload&) const override { return {}; }

 protected:
  void parse(Settings& settings, std::string_view what, const std::string& text) const override {
    settings.problem.size = parse_size(what, text);
  }
};

/// Files and command lines that do not name it read colors by themselves where a workload keeps them.
class ChannelSetting : public IdSetting<&Settings::problem, &Problem::channel> {
 public:
  using IdSetting::IdSetting;
  std::string options(const Settings& settings, const SettingContext& context, Written written) const override {
    const Problem& problem = settings.problem;
    const Workload& workload = *context.workload;
    const bool read = problem.source.id == file_source && workload.reads_source(workload.bind(problem.parameters));
    return read ? IdSetting::options(settings, context, written) : std::string();
  }
  /// Offers channels where the source is a file, which may have colors. Where the result is not a picture of the
  /// source, the color stands for the luma.
  std::vector<SettingRow> rows(const Settings& settings, const RowContext& context) const override {
    if (settings.problem.source.id != file_source || !context.workload.image) return {};
    std::vector<SettingRow> out = IdSetting::rows(settings, context);
    if (context.workload.colored_as_input()) return out;
    std::vector<RowChoice>& choices = out.front().choices;
    choices[1].chosen = choices[1].chosen || choices[0].chosen;
    choices.erase(choices.begin());
    return out;
  }
};

class PrecisionSetting : public IdSetting<&Settings::problem, &Problem::precision> {
 public:
  using IdSetting::IdSetting;
  std::string options(const Settings& settings, const SettingContext&, Written) const override {
    return typed_option(*this, text(settings));
  }
  std::string in_words(const Settings& settings) const override { return text(settings); }
  /// What a workload does not take is offered only where it is chosen, as saved settings may have it.
  std::vector<SettingRow> rows(const Settings& settings, const RowContext& context) const override {
    std::vector<SettingRow> out = IdSetting::rows(settings, context);
    std::erase_if(out.front().choices, [&](const RowChoice& each) {
      return !each.chosen && !context.workload.takes(*from_id<Precision>(each.text));
    });
    return out;
  }
};

}  // namespace

std::span<const Setting* const> problem_schema() {
  static const Steps steps(
      {"steps", "Steps", "--steps", "N",
       "Number of steps that an iterating workload takes from its start; it\ntakes fewer if it settles "
       "before"},
      0, most_steps);
  static const SizeSetting size({"size", "Size", "--size", "WxH", "Width and height in pixels"});
  static constexpr std::string_view precisions[] = {"Single precision: 24 bits; fast, but coarse in deep zooms.",
                                                    "Double precision: 53 bits.",
                                                    "Whole numbers of 32 bits; they are counted without rounding."};
  static const PrecisionSetting precision({"precision",
                                           "Precision",
                                           "--precision",
                                           "ID",
                                           "fp32 or fp64; for a histogram also int32",
                                           Control::buttons,
                                           {},
                                           precisions});
  static constexpr std::array<std::string_view, ids<ImageChannel>.size()> channels{
      "Red, green and blue, each by itself, where the result is a picture of the source; else the luma.",
      "The luma: 0.2126 of red, 0.7152 of green and 0.0722 of blue.", "Red alone.", "Green alone.", "Blue alone."};
  static const ChannelSetting channel(
      {.id = "channel",
       .label = "Channel",
       .option = "--channel",
       .value = "ID",
       .help = "Which channel of a color image is read: color (each channel for\nitself in blur and transpose, "
               "otherwise luma; default), luma, red,\ngreen or blue",
       .control = Control::list,
       .about = "Which channel of the image is read. For color, the values shown are those of the luma.",
       .meanings = channels,
       .unsaid = true});
  static const std::array<const Setting*, 7> all{
      &parameters_setting(), &source_setting(), &channel, &steps, &strokes_setting(), &size, &precision};
  return all;
}

}  // namespace heteroscope
