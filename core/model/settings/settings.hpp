#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/color/color_map.hpp"
#include "core/color/color_stop.hpp"
#include "core/device/cpu/thread_binding.hpp"
#include "core/model/parameter.hpp"
#include "core/model/workload.hpp"
#include "core/types/image_channel.hpp"
#include "core/types/participant.hpp"
#include "core/types/types.hpp"

namespace heteroscope {

/// Where an image workload's input comes from: a file, a pattern, or another workload.
struct Source {
  std::string id;     ///< "file", a pattern's id (source.hpp), or the id of a workload that serves as source
  std::string file;   ///< of "file": its path
  double number = 0;  ///< of a pattern: its seed or value
  Values values;      ///< of a workload: its parameters
  bool operator==(const Source&) const = default;
};

/// The settings that decide the result's bits.
struct Problem {
  std::string workload;
  Values parameters;
  Source source;                               ///< id empty where the workload takes no image
  ImageChannel channel = ImageChannel::color;  ///< that is read of a file's pixels
  Precision precision = Precision::fp64;
  Size size{1280, 720};         ///< of the result; of the source where there is one that has no size of its own
  std::int64_t steps = 0;       ///< of an iterating workload, from the start
  std::vector<Stroke> strokes;  ///< in the order in which they are painted, no step before the one before
  bool operator==(const Problem&) const = default;
};

/// The variant of a stage on each processor, by id.
struct StageChoice {
  std::string cpu;
  std::string gpu;
  bool operator==(const StageChoice&) const = default;
};

/// Which GPUs compute where the processor is `gpu` or `split`. None named: with `gpu` the first, with `split` all.
struct GpuChoice {
  bool all = false;
  std::vector<int> numbers;
  bool operator==(const GpuChoice&) const = default;
};

/// Values of what variants declare as tunable, by its id; what is not named has its initial value.
using TunableChoice = std::map<std::string, int, std::less<>>;

/// Whether variants run in another process, so that nothing that one does can end this one.
enum class Isolation { no, yes };
template <>
inline constexpr std::array<IdTable<Isolation>, 2> ids<Isolation>{{{Isolation::no, "no"}, {Isolation::yes, "yes"}}};

/// How a machine elsewhere sends values: as the measured rate of the link has it, as they are, or packed without
/// loss.
enum class LinkForm { automatic, plain, packed };
template <>
inline constexpr std::array<IdTable<LinkForm>, 3> ids<LinkForm>{
    {{LinkForm::automatic, "auto"}, {LinkForm::plain, "plain"}, {LinkForm::packed, "packed"}}};

/// How the result is computed, which does not change it.
struct Execution {
  std::map<std::string, StageChoice, std::less<>> variants;  ///< by stage id
  Processor processor = Processor::cpu;
  GpuChoice gpus;
  std::string machine;                 ///< the machine elsewhere that has these processors, by name; empty: this one
  std::vector<Participant> elsewhere;  ///< processors elsewhere that share the rows; only where `machine` is empty
  LinkForm link = LinkForm::automatic;
  Sharing sharing = Sharing::by_hand;
  /// By hand: of the result's values, for each participant but the last, GPUs first. A single one is what all GPUs have
  /// beside the CPU.
  std::vector<double> shares{0.5};
  MemoryKind memory = MemoryKind::device;
  BlockShape block;     ///< {0, 0}: the variant's default
  std::string mapping;  ///< empty: the variant's default
  int threads = 0;      ///< 0: all cores
  ThreadBinding binding = ThreadBinding::none;
  TunableChoice tunables;
  Isolation isolation = Isolation::no;
  int steps_per_frame = 16;  ///< by which a problem's steps grow while it runs in the window
  bool operator==(const Execution&) const = default;
};

/// How the result is colored.
struct Look {
  std::string palette = "dusk";
  std::vector<ColorStop> stops;   ///< of the palette `own`, in rising order; at least two
  bool inverted = false;          ///< the palette runs from its end to its start
  double shift = 0;               ///< by which share of its length it is turned, from 0 to 1
  double period = cyclic_period;  ///< values after which the scale `cyclic` begins again where its ends are automatic
  std::string scale = "linear";   ///< a ColorScale's id, or `distance`
  bool scale_chosen = false;      ///< by a person, so that it stays; else it follows what is shown
  bool automatic = true;          ///< the palette's ends come from the workload or the result, not from low and high
  double low = 0;
  double high = 1;
  int samples = 1;  ///< of each pixel, whose colors' mean it has (core/antialias/)
  bool operator==(const Look&) const = default;
};

/// The user's choices as string ids and numbers: the whole state.
struct Settings {
  Problem problem;
  Execution execution;
  Look look;
  bool operator==(const Settings&) const = default;
};

inline constexpr std::int64_t most_steps = 1'000'000'000'000;
inline constexpr int most_steps_per_frame = 100'000;
inline constexpr std::size_t most_strokes = 100'000;
inline constexpr int most_samples = 256;
inline constexpr double shortest_period = 1e-6;
inline constexpr double longest_period = 1e9;

/// The workload's defaults.
Settings default_settings(const Workload& workload);

/// The problem in one form: with every parameter, a source only where it is read, and else the size of the result. Two
/// that agree in it have the same result, as long as a source's file stays as it is. A problem whose parameters cannot
/// be bound has no other form.
Problem canonical(Problem problem, const Workload& workload);
/// The problem from which an iteration starts: in canonical form, at its first step, with nothing painted, and without
/// what only decides how its state is shown.
Problem start_of(Problem problem, const Workload& workload);

/// The operations of one step of an iteration, in the workload's own unit. Throws BadInput for parameters that cannot
/// be bound.
double step_operations(const Problem& problem, const Workload& workload);
/// Steps that take about so many operations: one at least. Throws BadInput as that does.
std::int64_t steps_worth(double operations, std::int64_t most, const Problem& problem, const Workload& workload);

/// The error in a stroke that follows one at `previous_step`, as "x: 2 is outside 0 to 1"; empty if there is none.
std::string check_stroke(const Stroke& stroke, std::int64_t previous_step);

/// Puts the scene's values into the settings. Where the picture is wider than high, the view's width grows by the same
/// ratio: a scene is a square that is wholly shown. Reads `size`; the result stays inside the parameters' ranges.
void apply_scene(Settings& settings, const Workload& workload, const Scene& scene);

/// "omp_static" or "stage=omp_static": puts the variant into its processor's place. Throws BadInput with the known ids.
void choose_variant(Settings& settings, const Workload& workload, std::string_view text);

/// The values that a variant with these knobs is given, in their order: those chosen, else the initial ones.
std::vector<int> tunable_values(const Knobs& knobs, const TunableChoice& chosen);
/// The tunables that any variant of the workload declares, each id once, with the values of all that declare it.
/// `whole` says that no variant is missing in this build.
struct KnownTunables {
  struct One {
    const Tunable* of = nullptr;  ///< the first
    std::vector<int> values;      ///< rising
  };
  std::vector<One> all;
  bool whole = true;
  [[nodiscard]] const One* find(std::string_view id) const;
};
KnownTunables known_tunables(const Workload& workload);
/// The error in such a value, in a line; empty if there is none. A build without CUDA must open what one with it has
/// saved: it does not refuse what it does not know.
std::string check_tunable(const Workload& workload, std::string_view id, int value);

/// "WxH" as two positive numbers. Throws BadInput naming `what`.
Size parse_size(std::string_view what, std::string_view text);
BlockShape parse_block(std::string_view text);

}  // namespace heteroscope
