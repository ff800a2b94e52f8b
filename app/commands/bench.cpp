#include <fmt/format.h>
#include <omp.h>

#include <algorithm>

#include "app/commands/bench_report.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/console.hpp"
#include "app/commands/settings_options.hpp"
#include "core/cases.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

namespace {

struct BenchOptions {
  SettingsOptions settings;
  std::string repeat = "10";
  std::string warmup = "2";
  std::optional<std::string> csv, json, markdown;
};

constexpr Size default_size{1024, 1024};

constexpr const char* footer = R"(
The ceilings (copy, fused multiply-adds per second) are measured first, in the same run; a row's share
is what the plain loop's work needs at least, as a part of the ceiling of its processor, precision and
threads; a variant that proves some of that work unnecessary can be above 100 %. Times are the device's
own on the GPU and the steady clock's on the CPU; the first runs are kept out. Speed-up is against the
reference in the same scene and precision. Rows slower than about 2 s are repeated less, at least 3
times. Without --variant and --processor every variant that this machine can run is measured, CPU
variants with one thread and with all; --variant and --processor leave out the others.

Examples:
  heteroscope bench mandelbrot
  heteroscope bench mandelbrot --processor gpu --size 10240x10240 --markdown gpu.md --json gpu.json
  heteroscope bench mandelbrot --scene inside --variant sequential --variant simd --threads 1 --csv simd.csv
  heteroscope bench mandelbrot --processor split --split 0.9 --variant cuda_tuned)";

/// Puts together what is to be measured from what was asked.
class CaseList {
 public:
  CaseList(const SettingsOptions& options, const Workload& workload) : options_(options), workload_(workload) {
    if (options.processor) processor_ = parse_id<Processor>("--processor", *options.processor);
    if (options.precision) precision_ = parse_id<Precision>("--precision", *options.precision);
    if (options.split && !options.processor) processor_ = Processor::split;
    for (const std::string& each : options.variants) named_.push_back({each, processor_of(workload, each)});
  }

  std::vector<BenchCase> make(const Settings& base) {
    for (const auto& [scene, values] : scenes(base)) {
      for (const auto& [precision, id] : ids<Precision>) {
        if (precision_ && *precision_ != precision) continue;
        Settings settings = base;
        settings.parameters = values;
        settings.precision = precision;
        for (const Stage& stage : workload_.stages) {
          for (const NamedVariant& each : stage.variants) add(scene, settings, stage, each);
        }
      }
    }
    return std::move(cases_);
  }

 private:
  /// The scene that was asked for or the saved settings alone; else those that are meant to be measured.
  [[nodiscard]] std::vector<std::pair<std::string, Values>> scenes(const Settings& base) const {
    if (options_.scene) return {{*options_.scene, base.parameters}};
    if (options_.settings_file) return {{"saved", base.parameters}};
    std::vector<std::pair<std::string, Values>> out;
    for (const Scene& scene : workload_.scenes) {
      if (!scene.benchmark) continue;
      Settings settings = base;
      apply_scene(settings, workload_, scene);
      set_parameters(settings, catalog(), options_.set);
      out.emplace_back(scene.id, settings.parameters);
    }
    if (out.empty()) out.emplace_back("defaults", base.parameters);
    return out;
  }

  [[nodiscard]] bool named(const Stage& stage, std::string_view id) const {
    return std::any_of(named_.begin(), named_.end(), [&](const auto& each) {
      return each.first == id || each.first == fmt::format("{}={}", stage.id, id);
    });
  }

  [[nodiscard]] bool any_named(Processor processor) const {
    return std::any_of(named_.begin(), named_.end(), [&](const auto& each) { return each.second == processor; });
  }

  void add(const std::string& scene, Settings settings, const Stage& stage, const NamedVariant& named_variant) {
    const Variant& variant = *named_variant.variant;
    const bool split = processor_ == Processor::split;
    // In a split each GPU variant is a row, beside the CPU variant that was named or is the default.
    if (split ? variant.processor != Processor::gpu : processor_ && *processor_ != variant.processor) return;
    if ((split ? any_named(Processor::gpu) : !named_.empty()) && !named(stage, named_variant.id)) return;
    if (split) {
      for (const auto& [text, processor] : named_) {
        if (processor == Processor::cpu) choose_variant(settings, workload_, text);
      }
    }
    choose_variant(settings, workload_, fmt::format("{}={}", stage.id, named_variant.id));
    settings.processor = split ? Processor::split : variant.processor;
    const std::string stage_prefix = workload_.stages.size() > 1 ? fmt::format("{}=", stage.id) : "";
    const std::string pair = split
                                 ? settings.variants.find(stage.id)->second.cpu + " + " + std::string(named_variant.id)
                                 : std::string(named_variant.id);
    const bool reference = !split && named_variant.id == stage.reference();
    for (const int threads : thread_counts(settings, variant)) {
      settings.threads = threads;
      cases_.push_back({scene, settings, stage_prefix + pair, stage_index(stage), reference});
    }
  }

  [[nodiscard]] std::size_t stage_index(const Stage& stage) const {
    return static_cast<std::size_t>(&stage - workload_.stages.data());
  }

  /// A CPU variant that can use several threads is measured with one and with all.
  [[nodiscard]] std::vector<int> thread_counts(const Settings& settings, const Variant& variant) const {
    if (options_.threads || settings.processor != Processor::cpu || !variant.knobs.threads) return {settings.threads};
    if (omp_get_num_procs() == 1) return {1};
    return {1, omp_get_num_procs()};
  }

  const SettingsOptions& options_;
  const Workload& workload_;
  std::optional<Processor> processor_;
  std::optional<Precision> precision_;
  std::vector<std::pair<std::string, Processor>> named_;
  std::vector<BenchCase> cases_;
};

int bench(const BenchOptions& options) {
  constexpr int most = 1000000;
  BenchEffort effort{.repeat = parse_integer("--repeat", options.repeat, 1, most),
                     .warmup = parse_integer("--warmup", options.warmup, 0, most)};
  SettingsOptions chosen = options.settings;
  if (!chosen.size && !chosen.settings_file)
    chosen.size = fmt::format("{}x{}", default_size.width, default_size.height);
  const Settings base = make_settings(chosen, catalog());
  effort.threads = base.threads;
  const Workload& workload = find_workload(catalog(), base.workload);
  for (const auto& file : {options.csv, options.json, options.markdown}) {
    if (file && *file != "-") check_writable(*file);
  }
  const std::vector<BenchCase> cases = CaseList(options.settings, workload).make(base);
  if (cases.empty()) throw BadInput(fmt::format("no variant of {} is left by these options", workload.id));

  const Bench result = measure(cases, catalog(), effort);
  if (result.rows.empty()) throw BadInput("nothing can be measured here: " + result.skips.front().first);
  const bool quiet = options.csv == "-" || options.json == "-" || options.markdown == "-";
  const std::string table = bench_markdown(result, workload);
  if (!quiet) print_out(table);
  if (options.markdown) write_report(*options.markdown, table);
  if (options.csv) write_report(*options.csv, bench_csv(result));
  if (options.json) write_report(*options.json, bench_json(result, workload));
  return 0;
}

}  // namespace

void add_bench_command(CLI::App& program, Action& action) {
  auto options = std::make_shared<BenchOptions>();
  CLI::App* command =
      program.add_subcommand("bench", "Measure a workload's variants, as shares of this machine's ceilings");
  add_problem_options(*command, options->settings);
  add_execution_options(*command, options->settings);
  command->get_option("--size")->description("Width and height in pixels; 1024x1024 if not given");
  command->get_option("--scene")->description("Only this scene, instead of those that `list` marks [bench]");
  command->get_option("--precision")->description("Only fp32 or fp64, instead of both");
  command->get_option("--variant")->description("Only this variant; repeat for more");
  command->get_option("--processor")
      ->description("Only variants of cpu or gpu; split: each GPU variant beside a CPU one");
  const std::string group = "Measurement";
  command->add_option("--repeat", options->repeat, "Measured runs of each row (10)")->type_name("N")->group(group);
  command->add_option("--warmup", options->warmup, "Runs before them that are not counted, at least 1 (2)")
      ->type_name("N")
      ->group(group);
  command->add_option("--markdown", options->markdown, "Also write the table to a file")
      ->type_name("FILE")
      ->group(group);
  command->add_option("--csv", options->csv, "Also write it as CSV; - for standard output only")
      ->type_name("FILE")
      ->group(group);
  command->add_option("--json", options->json, "Also write it as JSON; - for standard output only")
      ->type_name("FILE")
      ->group(group);
  command->footer(footer);
  command->callback([options, &action] { action = [options] { return bench(*options); }; });
}

}  // namespace heteroscope
