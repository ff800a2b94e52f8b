#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "app/commands/commands.hpp"
#include "app/commands/trace/trace_file.hpp"
#include "app/compute/compute.hpp"
#include "app/console/console.hpp"
#include "app/console/exit_code.hpp"
#include "app/measures/traced_run.hpp"
#include "app/options/file_use.hpp"
#include "app/options/settings_options.hpp"
#include "app/options/unused_options.hpp"
#include "app/scope/picture.hpp"
#include "app/text/table.hpp"
#include "core/base/message.hpp"
#include "core/base/plural.hpp"
#include "core/io/extension.hpp"
#include "core/io/png/png.hpp"
#include "core/model/schema/settings_json.hpp"
#include "core/numbers/difference.hpp"
#include "core/run/frame_evenness.hpp"
#include "core/trace/launched.hpp"
#include "core/trace/load.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

namespace {

struct TraceOptions {
  SettingsOptions settings;
  std::optional<std::string> out;
  std::vector<std::string> pictures;
  std::optional<std::string> pass;
};

constexpr const char* trace_footer = R"(
Open a trace in Perfetto (ui.perfetto.dev): it shows a process for each processor, and a row for
each multiprocessor or thread.

Examples:
  heteroscope trace mandelbrot --variant omp_static --out trace.json
  heteroscope trace triangle --variant cuda_rec --picture launch=levels.png
  heteroscope trace mandelbrot --block 16x16 --picture evenness=even.png
  heteroscope trace blur --processor split --out trace.json --picture start=start.png)";

struct WantedPicture {
  TraceColor color = TraceColor::block;
  std::string file;
};

/// KIND=FILE.
WantedPicture parse_picture(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) {
    throw BadInput("--picture " + printable(text) + ": KIND=FILE.png is needed, for example start=start.png");
  }
  WantedPicture out{parse_id<TraceColor>("--picture", text.substr(0, equals)), text.substr(equals + 1)};
  if (extension_of(out.file) != ".png") {
    throw BadInput("--picture " + printable(text) + ": the file name must end in .png");
  }
  return out;
}

/// "CPU: 480 spans of 1 pass on 2 threads, busy 96.3 % of 1.20 ms, the busiest 1.04 times the mean".
std::string participant_text(const Participant& participant, const Trace& trace) {
  const Load load = load_of(trace);
  std::string out = fmt::format("{}: {} of {}", name_of(participant), plural(trace.spans.size(), "span"),
                                plural(trace.passes.size(), "pass", "passes"));
  if (load.units > 0 && trace.dropped == 0) {  // with missing spans these figures would be wrong
    out += fmt::format(" on {}, busy {:.1f} % of {}; the busiest worked {:.2f} times the mean",
                       plural(load.units, participant.is_gpu() ? "multiprocessor" : "thread"), 100 * load.busy,
                       milliseconds(load.span_ns / 1e6), load.imbalance);
  }
  for (const std::uint32_t pass : nested_passes(trace)) {
    const Nesting nesting = nesting_of(nested_kernels(trace, pass));
    if (nesting.parents == 0) continue;  // their blocks left no record
    out += fmt::format("; {}, of which {} launched others and {} idle for {:.1f} % of the time until those are over",
                       plural(nesting.kernels, "kernel"), nesting.parents, nesting.parents == 1 ? "is" : "are",
                       100 * nesting.idle);
  }
  if (participant.is_gpu() || participant.is_elsewhere()) {
    out += fmt::format("; its clock and the CPU's may differ by ± {:.1f} µs",
                       static_cast<double>(trace.clock_error_ns) / 1e3);
  }
  return out + "\n";
}

/// "advance:sweep", "draw:rows", "settle:rows:33x33".
std::string trace_name(const Frame& frame, const PassKey& pass) {
  const auto& stages = frame.plan.workload->stages;
  const std::string size =
      pass.space == Size{} ? std::string() : fmt::format(":{}x{}", pass.space.width, pass.space.height);
  return fmt::format("{}:{}{}", stages[static_cast<std::size_t>(pass.stage)].id, pass.name, size);
}

/// [STAGE:]NAME[:WxH]; of several with that name the last stage's, and of these the last one.
PassKey find_pass(const Frame& frame, const std::string& text) {
  std::optional<PassKey> found;
  std::string known;
  for (const PassKey& each : passes_of(frame.traces)) {
    const std::string name = trace_name(frame, each);
    const PassKey of_any_size{each.stage, each.name, {}};
    const std::string without_stage = name.substr(name.find(':') + 1);
    if (text == each.name || text == trace_name(frame, of_any_size)) found = of_any_size;
    if (text == name || text == without_stage) found = each;
    known += (known.empty() ? "" : ", ") + name;
  }
  if (!found) throw BadInput(fmt::format("--pass {}: the passes are {}", quote(text), known));
  return *found;
}

Picture picture_of_spans(const Frame& frame, const WantedPicture& wanted, const std::optional<std::string>& pass) {
  const Size field = frame.plan.workload->gives_numbers() ? frame.plan.input.size : frame.plan.output.size;
  const PassKey key = pass ? find_pass(frame, *pass) : PassKey{};
  const auto out = traced_picture(frame.plan.participants, frame.traces, key, field, wanted.color);
  if (!out || (!pass && out->size != field)) {
    std::string known;
    for (const PassKey& each : passes_of(frame.traces)) known += (known.empty() ? "" : ", ") + trace_name(frame, each);
    throw BadInput(fmt::format("--picture {}: the spans of {} are not cells of a {}x{} picture; --pass draws one of {}",
                               printable(wanted.file), executed_by(frame.plan), field.width, field.height, known));
  }
  return *out;
}

/// "warps of 16x16 blocks, one thread per cell: 71.3 % of the lanes' time is used".
std::string evenness_text(const Evenness& evenness) {
  return fmt::format("warps of {}x{} blocks, one thread per cell: {:.1f} % of the lanes' time is used\n",
                     evenness.of.block.x, evenness.of.block.y, 100 * evenness.whole);
}

/// The sentence about the cost of tracing itself.
std::string cost_text(const TracedRun& run, std::size_t participant) {
  if (run.cost.empty()) return {};
  return fmt::format("  time that tracing adds: {}\n", difference_text(run.cost[participant]));
}

int trace(const TraceOptions& options) {
  if (!options.out && options.pictures.empty()) {
    throw BadInput("trace: --out or --picture is required, for example --out trace.json");
  }
  std::vector<WantedPicture> pictures;
  for (const std::string& each : options.pictures) pictures.push_back(parse_picture(each));
  const Settings settings = make_settings(options.settings);
  refuse_unused(options.settings, settings);
  refuse_unused_parameters(options.settings, std::span(&settings, 1));
  const bool of_spans =
      std::ranges::any_of(pictures, [](const WantedPicture& each) { return each.color != TraceColor::evenness; });
  if (options.pass && !of_spans) throw BadInput("--pass belongs to --picture, for example --picture block=blocks.png");
  const bool of_warps =
      std::ranges::any_of(pictures, [](const WantedPicture& each) { return each.color == TraceColor::evenness; });
  SettingsOptions used = options.settings;
  if (of_warps) used["block"].reset();  // warps are looked at in the block, whatever computes
  refuse_unused_execution(used, settings);
  FileUse use;
  if (options.settings.settings_file) use.reads("--settings", *options.settings.settings_file);
  use.reads_source(settings);
  use.writes("--out", options.out);
  for (const WantedPicture& each : pictures) use.writes("--picture", std::filesystem::path(each.file));
  use.check();

  const Plan plan = plan_or_refuse(settings);
  check_limit(plan, options.settings.allow_unstable);
  for (const WantedPicture& each : pictures) {
    const std::string even = each.color == TraceColor::evenness ? why_even(*plan.workload, plan.output) : std::string();
    if (!even.empty()) throw BadInput(fmt::format("--picture {}: {}", printable(each.file), even));
  }
  const TracedRun run = run_traced(plan);
  const Frame& frame = run.frame;
  const bool nothing =
      std::ranges::all_of(frame.traces, [](const Trace& participant) { return participant.spans.empty(); });
  if (nothing) throw BadInput("trace: nothing was computed; add --steps");
  const bool to_out = options.out == "-";
  FileSet files;
  if (options.out && !to_out) files.add(*options.out, trace_file(frame));
  std::string even;
  for (const WantedPicture& each : pictures) {
    const bool is_even = each.color == TraceColor::evenness;
    const std::optional<Evenness> evenness = is_even ? std::optional(frame_evenness(frame)) : std::nullopt;
    const Picture picture = evenness ? evenness_picture(*evenness) : picture_of_spans(frame, each, options.pass);
    if (evenness) even = evenness_text(*evenness);
    files.add(each.file, encode_png(picture, to_json(settings, catalog())));
  }
  std::string report = executed_by(frame.plan) + ":\n";
  std::uint64_t dropped = 0;
  for (std::size_t i = 0; i < frame.traces.size(); ++i) {
    report += participant_text(frame.plan.participants[i], frame.traces[i]) + cost_text(run, i);
    dropped += frame.traces[i].dropped;
  }
  report += even;
  if (to_out) {
    print_out(trace_file(frame));
    flush_out();
  }
  files.put();
  if (dropped > 0)
    print_error("note", fmt::format("{} did not fit into the trace, so it is incomplete", plural(dropped, "span")));
  if (!to_out) print_out(report);
  return exit_success;
}

}  // namespace

void add_trace_command(Command& program, Action& action) {
  auto options = std::make_shared<TraceOptions>();
  Command* command = program.add_subcommand(
      "trace", "Record which block, warp or thread computed which part of the result, where and when");
  add_problem_options(*command, options->settings);
  add_execution_options(*command, options->settings);
  command
      ->add_option("--out", options->out,
                   "Write the spans and their times as Chrome trace JSON, which Perfetto\nopens; -: to standard "
                   "output, without the report")
      ->type_name("FILE")
      ->group("Output");
  command
      ->add_repeatable("--picture", options->pictures,
                       "Write a picture in which the color of each cell shows who computed\nit. KIND: block, launch, "
                       "lane (the CPU or a GPU), processor (thread\nor multiprocessor), start or end; or evenness (how "
                       "evenly the\nlanes of its warp are busy). Repeat for more")
      ->type_name("KIND=FILE")
      ->group("Output");
  command
      ->add_option("--pass", options->pass,
                   "Which pass the pictures show, in the cells of that pass; if not\ngiven, the last pass over the "
                   "result")
      ->type_name("[STAGE:]NAME[:WxH]")
      ->group("Output");
  command->footer(trace_footer);
  command->callback([options, &action] { action = [options] { return trace(*options); }; });
}

}  // namespace heteroscope
