#include "app/production/movie.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "app/commands/compute.hpp"
#include "app/production/movie_look.hpp"
#include "app/production/movie_reuse.hpp"
#include "app/production/png_frames.hpp"
#include "app/production/raw_frames.hpp"
#include "app/production/video_file.hpp"
#include "app/text/table.hpp"
#include "core/base/message.hpp"
#include "core/base/watch.hpp"
#include "core/base/worker.hpp"
#include "core/color/palette.hpp"
#include "core/io/settings_json.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

std::unique_ptr<FrameSink> sink_of(const MovieOrder& order, Size size) {
  switch (movie_format(order.out)) {
    case MovieFormat::raw:
      return std::make_unique<RawFrames>();
    case MovieFormat::video:
      return std::make_unique<VideoFile>(order.out, size, order.rate);
    case MovieFormat::pngs:
      break;
  }
  return std::make_unique<PngFrames>(NumberedName(named_frames(order.out)), order.frames, order.resume);
}

/// A movie under way: its frames, one computed while the one before is written.
class Movie : public Production {
 public:
  explicit Movie(MovieOrder order) : order_(std::move(order)) {
    look_ = order_.keys.all().front().settings.look;
    follows_ = look_follows_values(order_.keys.all().front().settings, catalog());
    for (const KeyFrame& each : order_.keys.all())
      check_limit(plan_or_refuse(each.settings, catalog()), order_.allow_unstable);
    plan_ = plan_of(0);
    if (order_.reuse) {
      reuse_.emplace(order_.keys, order_.frames, catalog());
      for (std::int64_t i = 0; i < order_.frames; ++i) {
        const auto source = reuse_->source(i, plan_->settings);
        if (!source) continue;
        plan_or_refuse(*source, catalog());  // all are of one size
        break;
      }
    }
    sink_ = sink_of(order_, plan_->output.size);
  }

  Made run(const GoOn& go_on) override {
    bool stopped = false;
    const Failure failed = attempt([&] {
      sink_->begin();
      stopped = !fix_look(go_on) || !make_all(go_on);
      if (!stopped) sink_->end();
    });
    if (failed) {
      writer_.join();
      const std::string kept = sink_->keeps() && done_ > 0 ? fmt::format("; {}: --resume goes on", kept_text()) : "";
      raise(failed.kind, failed.line + kept);
    }
    if (stopped) return {.finished = false, .kept = sink_->keeps() && done_ > 0, .line = kept_text(), .note = {}};
    return {.finished = true, .kept = false, .line = report(), .note = notes()};
  }

 private:
  [[nodiscard]] Plan plan_of(std::int64_t i) const {
    Settings settings = order_.keys.frame(i, order_.frames);
    settings.look = look_;
    return plan_or_refuse(settings, catalog());
  }

  Frame compute(const Plan& plan) { return executor_.execute(plan, {}).value(); }

  /// Gives all frames the ends of the colors. False: it was stopped.
  bool fix_look(const GoOn& go_on) {
    if (!follows_ || has_look_of_first()) return true;
    constexpr std::int64_t looked_at = 9;
    const std::int64_t count = std::min(looked_at, order_.frames);
    WidestLook widest;
    for (std::int64_t k = 0; k < count; ++k) {
      if (!go_on({.done = 0, .all = order_.frames, .left_s = {}, .now = fmt::format("colors, {} of {}", k + 1, count)}))
        return false;
      const Frame frame = compute(plan_of(k * (order_.frames - 1) / (count - 1)));
      widest.add(color_map(look_, frame));
    }
    look_ = widest.of(look_);
    return true;
  }

  /// What an earlier run has found need not be looked for: it is in its first frame.
  bool has_look_of_first() {
    if (!order_.resume) return false;
    const std::filesystem::path first = NumberedName(named_frames(order_.out)).of(0);
    const std::string text = settings_in_png(first);
    if (text.empty()) return false;
    look_ = settings_from_json(text, first.string(), catalog()).look;
    return true;
  }

  /// Whether nobody stopped it.
  bool make_all(const GoOn& go_on) {
    const Watch since;
    std::int64_t computed = 0;
    bool all = true;
    for (std::int64_t i = 0; i < order_.frames; ++i) {
      ProductionStep step{.done = i, .all = order_.frames, .left_s = {}, .now = fmt::format("frame {}", i)};
      if (computed > 0) {
        const double each_s = since.ms() / 1000 / static_cast<double>(computed);
        step.left_s = each_s * static_cast<double>(order_.frames - i);
      }
      if (!(all = go_on(step))) break;
      const Plan plan = plan_of(i);
      if (order_.resume && sink_->has(i, to_json(plan.settings, catalog()))) {
        ++kept_;
        ++done_;
        continue;
      }
      const bool taken = reuse_ && reuse_->source(i, plan.settings);
      Frame frame = taken ? take(i, plan) : count(compute(plan));
      ++computed;
      look_for_notes(i, frame);
      written();
      write(i, std::move(frame), taken ? "" : to_json(plan.settings, catalog()));
    }
    written();
    return all;
  }

  /// Adds what computing it took.
  Frame count(Frame frame) {
    compute_ms_ += frame.timing.total;
    operations_ += frame.work.operations;
    unit_ = frame.work.unit;
    return frame;
  }

  Frame take(std::int64_t i, const Plan& plan) {
    const auto larger = [&](const Settings& settings) { return count(compute(plan_or_refuse(settings, catalog()))); };
    Frame out = reuse_->take(i, plan, larger);
    if (reuse_->is_sample(i)) reuse_->compare(out, compute(plan));
    return out;
  }

  /// `text`: what a picture of it says about itself.
  void write(std::int64_t i, Frame frame, std::string text) {
    const Failure refused = writer_.start([this, i, frame = std::move(frame), text = std::move(text)] {
      const Watch watch;
      sink_->put(i, frame.field.host_view(), color_map(frame.plan.settings.look, frame), text);
      write_ms_ += watch.ms();
      ++written_;
    });
    if (refused) raise(refused.kind, refused.line);
  }

  /// Waits for the frame that is being written.
  void written() {
    if (const Failure failed = writer_.join()) raise(failed.kind, failed.line);
    done_ += std::exchange(written_, 0);
  }

  void look_for_notes(std::int64_t i, const Frame& frame) {
    if (!note_.empty()) return;
    const Plan& plan = frame.plan;
    note_ = plan.workload->advice(plan.parameters, plan.extent(), plan.settings.problem.precision);
    if (note_.empty()) note_ = frame.alarm;
    if (!note_.empty()) note_ = fmt::format("frame {}: {}", i, note_);
  }

  /// With the exit code that such a failure has.
  [[noreturn]] static void raise(Failure::Kind kind, const std::string& line) {
    if (Failure{kind, line}.of_device()) throw DeviceError(line);
    throw BadInput(line);
  }

  [[nodiscard]] std::string kept_text() const {
    return fmt::format("{} of {} frames of {}", done_, order_.frames, printable(order_.out.string()));
  }

  [[nodiscard]] std::string notes() const {
    if (!reuse_) return note_;
    return reuse_->report() + (note_.empty() ? "" : "; " + note_);
  }

  [[nodiscard]] std::string report() const {
    const std::string rate = compute_ms_ > 0 && operations_ > 0
                                 ? fmt::format("; {} {}/s", with_prefix(operations_ / compute_ms_ * 1000), unit_)
                                 : "";
    const std::string earlier = kept_ > 0 ? fmt::format(", {} of them made earlier", kept_) : "";
    const Size size = plan_->output.size;
    return fmt::format("wrote {}: {} frames of {} {}x{} {} on {}{}: computing {}, writing {}, total {}{}",
                       printable(order_.out.string()), order_.frames, plan_->workload->id, size.width, size.height,
                       id_of(plan_->settings.problem.precision), executed_by(*plan_), earlier,
                       milliseconds(compute_ms_), milliseconds(write_ms_), milliseconds(all_.ms()), rate);
  }

  MovieOrder order_;
  std::optional<Plan> plan_;  ///< of the first frame
  Look look_;
  bool follows_ = false;
  std::unique_ptr<FrameSink> sink_;
  std::optional<MovieReuse> reuse_;
  Executor executor_;
  std::int64_t done_ = 0;     ///< frames that are there
  std::int64_t kept_ = 0;     ///< of these, those of an earlier run
  std::int64_t written_ = 0;  ///< by the writer, until it is joined
  double compute_ms_ = 0;
  double write_ms_ = 0;  ///< while other frames are computed
  double operations_ = 0;
  std::string_view unit_;
  std::string note_;
  Watch all_;
  Worker writer_;  ///< last: it is joined before anything goes
};

}  // namespace

MovieFormat movie_format(const std::filesystem::path& out) {
  if (out == "-") return MovieFormat::raw;
  if (is_video(out)) return MovieFormat::video;
  std::error_code none;
  if (NumberedName::looks_like(out.string()) || std::filesystem::is_directory(out, none)) return MovieFormat::pngs;
  throw BadInput(fmt::format(
      "--out '{}' is neither frames (frame%05d.png, or a folder), nor a video (.mp4, .webm, .mkv), nor - (bare frames)",
      excerpt(out.string())));
}

std::filesystem::path named_frames(const std::filesystem::path& out) {
  std::error_code none;
  return std::filesystem::is_directory(out, none) ? out / "%05d.png" : out;
}

std::unique_ptr<Production> make_movie(MovieOrder order) {
  return std::make_unique<Movie>(std::move(order));
}

}  // namespace heteroscope
