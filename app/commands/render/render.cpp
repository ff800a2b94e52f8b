#include <fmt/format.h>

#include <utility>

#include "app/commands/commands.hpp"
#include "app/commands/progress.hpp"
#include "app/commands/render/kept_iteration.hpp"
#include "app/commands/render/out.hpp"
#include "app/commands/render/render.hpp"
#include "app/commands/render/report.hpp"
#include "app/commands/to_end.hpp"
#include "app/commands/trace/trace_file.hpp"
#include "app/compute/compute.hpp"
#include "app/console/console.hpp"
#include "app/console/exit_code.hpp"
#include "app/options/file_use.hpp"
#include "app/options/unused_options.hpp"
#include "app/production/poster/poster.hpp"
#include "app/production/unfinished.hpp"
#include "app/ranks/ranks.hpp"
#include "app/text/table.hpp"
#include "core/base/message.hpp"
#include "core/base/plural.hpp"
#include "core/base/watch.hpp"
#include "core/process/signals.hpp"
#include "core/run/channels.hpp"
#include "core/run/ranks/rank_bands.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

namespace {

constexpr const char* render_footer = R"(
Examples:
  heteroscope render mandelbrot --out fractal.png
  heteroscope render mandelbrot --samples 16 --out smooth.png
  heteroscope render mandelbrot --scene seahorses --set max_iterations=4000 --size 1920x1080 --out valley.png
  heteroscope render --settings fractal.png --variant cuda_2d --block 16x16 --out again.png
  heteroscope render mandelbrot --processor split --split 0.75 --precision fp32 --out counts.npy
  heteroscope render heat --set initial=spot --steps 1000 --out warm.png
  heteroscope render mandelbrot --size 200000x100000 --out poster.tif
  mpirun -n 8 heteroscope render mandelbrot --size 200000x100000 --out poster.tif
  heteroscope render heat --set n=16384 --steps 1000000 --checkpoint 5m --out warm.npy
  mpirun -n 2 heteroscope render heat --set n=4096 --steps 1000 --out warm.npy
  heteroscope render blur --set radius=21 --processor gpu --verify)";

/// Refuses what goes with posters alone, or not with them.
void check_poster_options(const RenderOptions& options, const std::filesystem::path& out, bool in_pieces) {
  if (!in_pieces) return;
  if (!takes_pieces(out))
    throw BadInput(fmt::format("--out {}: only .tif, .png and .npy can be written in pieces", printable(out.string())));
  if (options.trace) throw BadInput("--trace: a result that is computed in pieces has no single trace");
}

/// Ranks share its rows, each has a band of them.
bool in_bands(const Settings& settings) {
  const Workload& workload = find_workload(catalog(), settings.problem.workload);
  return ranks() != nullptr && (workload.iterates() || has_rows_to_share(workload));
}

/// It is asked for piece by piece, or cannot be held whole, and its file takes pieces.
bool in_pieces(const RenderOptions& options, const Settings& settings, const std::filesystem::path& out) {
  if (options.costs && options.resume)
    throw BadInput("--costs needs the times of all pieces, so --resume cannot be given");
  if (options.tile || options.costs || (options.resume && !keeps_state(options, settings))) return true;
  if (in_bands(settings)) return false;
  if (ranks() != nullptr) {
    if (find_workload(catalog(), settings.problem.workload).tileable && takes_pieces(out)) return true;
    throw BadInput(
        fmt::format("several ranks can share the steps of heat and laplace, the rows of triangle, and results that "
                    "are computed in pieces (.tif, .png, .npy), but not {} into {}",
                    settings.problem.workload, printable(out.string())));
  }
  const Planned whole = plan(settings, catalog(), device::Devices::here());
  if (!whole.too_large) return false;
  if (!find_workload(catalog(), settings.problem.workload).tileable)
    throw BadInput(fmt::format("{}; {} cannot be computed in pieces", whole.refusal, settings.problem.workload));
  if (!takes_pieces(out))
    throw BadInput(fmt::format("{}; .tif, .png and .npy can be written in pieces", whole.refusal));
  return true;
}

/// How ranks beside each other exchange rows. Throws BadInput where there are none.
RankUse rank_use(const RenderOptions& options, const Settings& settings) {
  RankUse out;
  const char* const option = options.bands ? "--bands" : options.halo ? "--halo" : "--overlap";
  if (!options.bands && !options.halo && !options.overlap) return out;
  if (!in_bands(settings) || !find_workload(catalog(), settings.problem.workload).iterates())
    throw BadInput(fmt::format("{}: only for an iteration that several ranks share (mpirun)", option));
  if (options.bands) out.bands = parse_id<BandRows>("--bands", *options.bands);
  if (options.halo) out.halo = parse_id<HaloWay>("--halo", *options.halo);
  if (options.overlap) out.overlap = parse_id<Overlap>("--overlap", *options.overlap);
  return out;
}

/// Those of a picture of several samples or in color, and what is said of them.
struct OutputColors {
  std::optional<Pixels> pixels;
  std::string report;
};

OutputColors output_colors(Frame& frame, const std::filesystem::path& out, bool values) {
  const int samples = frame.plan.settings.look.samples;
  if (frame.plan.in_color() && !colorless(out, values).empty())
    return {std::nullopt, "; values of the luma (--channel red, green or blue writes those)"};
  if (frame.plan.in_color()) {
    Pixels pixels = compute_channels(frame);
    return {std::move(pixels),
            fmt::format("; red, green and blue: compute {}, total {}", milliseconds(frame.channels->compute_ms),
                        milliseconds(frame.channels->total_ms))};
  }
  if (samples == 1 || !colorless(out, values).empty()) return {};
  const Watch watch;
  Pixels pixels = compute_samples(frame);
  return {std::move(pixels), fmt::format("; {} in {}", plural(samples - 1, "more sample"), milliseconds(watch.ms()))};
}

int render(const RenderOptions& options) {
  if (options.verify && ranks() != nullptr) throw BadInput("--verify needs one process, without mpirun");
  if (options.verify) return verify_one(options);
  if (options.route) throw BadInput("--route belongs to --verify");
  if (options.out.empty()) throw BadInput("render: --out is required, for example --out picture.png");
  const std::filesystem::path out(options.out);
  check_render_out(out);
  const Settings settings = settings_of(options);
  refuse_unused(options.settings, settings);
  refuse_unused_parameters(options.settings, std::span(&settings, 1));
  refuse_unused_execution(options.settings, settings);
  if (options.values && !is_tiff(out))
    throw BadInput("--values is for .tif files; a .npy file contains the values anyway");
  if (const std::string_view why = colorless(out, options.values); !why.empty()) refuse_look(options.settings, why);
  FileUse use;
  if (options.settings.settings_file) use.reads("--settings", *options.settings.settings_file);
  use.reads_source(settings);
  use.writes("--out", out);
  use.writes("--trace", options.trace);
  const RankUse use_of_ranks = rank_use(options, settings);
  use.writes("--costs", options.costs);
  const bool pieces = in_pieces(options, settings, out);
  if (options.trace == "-")
    throw BadInput("--trace -: `heteroscope trace --out -` writes the trace to standard output");
  if (in_bands(settings) && options.trace) throw BadInput("--trace needs one process, without mpirun");
  check_poster_options(options, out, pieces);
  const bool keeps = keeps_state(options, settings);
  if (pieces && options.checkpoint)
    throw BadInput("--checkpoint is for the steps of an iteration; nothing iterates in pieces");
  if (pieces || keeps) {
    use.writes("--out", unfinished_data(out));
    use.writes("--out", unfinished_state(out));
  }
  use.check();
  if (pieces) {
    const auto tile = options.tile ? std::optional(parse_size("--tile", *options.tile)) : std::nullopt;
    return make_to_end(*make_poster({.settings = settings,
                                     .out = out,
                                     .tile = tile,
                                     .resume = options.resume,
                                     .values = options.values,
                                     .allow_unstable = options.settings.allow_unstable,
                                     .costs = options.costs,
                                     .waiter = {.stop = EndOnRequest::token(), .progress = shown_table("render")}}),
                       "render");
  }

  const auto check = [&](const Plan& plan) {
    check_render_size(plan, out);
    if (ranks() == nullptr || ranks()->leads()) check_render_room(plan, out, options.values);  // of ranks, 0 writes
  };
  KeptIteration kept(options, out);
  ComputeOptions how{.trace = options.trace.has_value(),
                     .allow_unstable = options.settings.allow_unstable,
                     .check = check,
                     .progress = shown_table("render")};
  if (keeps) how.checkpoint = [&](const Plan& plan) { return kept.use(plan); };
  FileSet files;
  SharedFrame shared;
  OutputColors colors;
  std::string clipped;
  bool stopped = false;
  kept.attempt_all([&] {
    if (in_bands(settings)) {
      const auto take = [&](RankFrame& made, Communicator& communicator) {
        clipped = add_bands(files, made, out, options.values, communicator);
      };
      const BandsUse use_of_bands{.ranks = use_of_ranks, .gathered = !takes_pieces(out), .take = take};
      std::optional<SharedFrame> frame = compute_in_bands(settings, how, use_of_bands);
      stopped = !frame;
      if (!stopped) shared = *std::move(frame);
      return;
    }
    std::optional<Frame> frame = compute_unless_stopped(settings, how);
    stopped = !frame;
    if (stopped) return;
    shared.frame = *std::move(frame);
    colors = output_colors(shared.frame, out, options.values);
    clipped = add_result(files, shared.frame, out, options.values, colors.pixels ? &*colors.pixels : nullptr);
  });
  if (stopped) return kept.say_stopped();
  if (ranks() != nullptr && !ranks()->leads()) return 0;
  const Frame& frame = shared.frame;
  if (options.trace) files.add(*options.trace, trace_file(frame));
  // all that may still fail comes before the files take their places
  const std::string report = report_of(shared, options, colors.report);
  const std::string advice =
      frame.plan.workload->advice(frame.plan.parameters, frame.plan.extent(), settings.problem.precision);
  const std::string alarm = frame.alarm.empty() ? "" : fmt::format("{}; {}", frame.alarm, held_by(out, options.values));
  kept.attempt_all([&] { files.put(); });
  kept.finish();
  if (!advice.empty()) print_error("note", advice);
  if (!frame.note.empty()) print_error("note", frame.note);
  if (!clipped.empty()) print_error("note", clipped);
  if (!alarm.empty()) print_error("warning", alarm);
  print_out(report);
  return 0;
}

}  // namespace

void add_render_command(Command& program, Action& action) {
  auto options = std::make_shared<RenderOptions>();
  Command* command =
      program.add_subcommand("render", "Compute one picture (.png, .jpg, .bmp, .tif) or its values (.npy, .hdr)");
  add_problem_options(*command, options->settings);
  add_execution_options(*command, options->settings);
  add_look_options(*command, options->settings);
  add_samples_option(*command, options->settings);
  command
      ->add_option("--bands", options->bands,
                   "How many rows each rank gets in an iteration: equal, or auto\n(default: faster ranks get more, "
                   "if the first of at least 960 steps\nshow a difference)")
      ->type_name("WHEN")
      ->group("Execution");
  command
      ->add_option("--halo", options->halo,
                   "How neighboring ranks exchange rows of an iteration: auto (default:\nthe first possible one of "
                   "these), ipc (from GPU to GPU of one\nmachine), shared (through memory that processes of one "
                   "machine\nshare) or pinned (MPI messages; GPUs use page-locked memory)")
      ->type_name("WAY")
      ->group("Execution");
  command
      ->add_option("--overlap", options->overlap,
                   "Exchange these rows while others are computed: always, never, or\nauto (default: if measured to "
                   "be faster)")
      ->type_name("WHEN")
      ->group("Execution");
  command->add_flag("--tuned", options->tuned, "Use the settings that `heteroscope tune` found to be the fastest here")
      ->group("Execution");
  command->add_option("--out", options->out, render_out_help)->type_name("FILE")->group("Output");
  command->add_flag("--values", options->values, "Write the values instead of the picture into a .tif")
      ->group("Output");
  command
      ->add_option("--tile", options->tile,
                   "Compute and write the result in pieces of at least this many columns\nand rows (.tif, .png, "
                   ".npy). Without it this is done only for\nresults that do not fit into memory")
      ->type_name("WIDTHxHEIGHT")
      ->group("Output");
  command
      ->add_option("--costs", options->costs,
                   "Compute in pieces, and write the time of each piece as JSON, from\nwhich `heteroscope study "
                   "ranks` predicts the time of many ranks")
      ->type_name("FILE")
      ->group("Output");
  command
      ->add_flag("--resume", options->resume,
                 "Continue a result that was computed in pieces, or with --checkpoint,\nand was stopped; the "
                 "settings must be the same")
      ->group("Output");
  command
      ->add_option("--checkpoint", options->checkpoint,
                   "Save the state of an iteration beside FILE at this interval (10s,\n5m). If it is stopped or "
                   "killed, --resume continues from there, also\non other processors or to more --steps")
      ->type_name("DURATION")
      ->group("Output");
  command
      ->add_option("--trace", options->trace,
                   "Also write which GPU block or CPU thread computed which part, where\nand when, as JSON")
      ->type_name("FILE")
      ->group("Output");
  command
      ->add_flag("--verify", options->verify,
                 "Write nothing, but compare with the reference as `verify` does; exit\ncode 1 on a mismatch")
      ->group("Output");
  command
      ->add_option(
          "--route", options->route,
          "For --verify: how the frame is computed: plain, or any of these,\nseparated by commas: traced (with a "
          "trace), band:ROWS (only these\nrows at a time), interrupted (after a frame that was stopped), moved\n(after "
          "another view), carried "
          "(continued from earlier steps) and\nshown (as on the screen)")
      ->type_name("WORDS")
      ->group("Output");
  command->footer(render_footer);
  command->callback([options, &action] { action = [options] { return render(*options); }; });
}

}  // namespace heteroscope
