#include "app/production/movie/movie.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "app/compute/compute.hpp"
#include "app/production/movie/movie_format.hpp"
#include "app/production/movie/movie_frames.hpp"
#include "app/production/movie/movie_ranks.hpp"
#include "app/production/movie/movie_reuse.hpp"
#include "app/text/table.hpp"
#include "core/base/given_up.hpp"
#include "core/base/message.hpp"
#include "core/base/watch.hpp"
#include "core/base/worker.hpp"
#include "core/model/schema/settings_json.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

/// A movie under way. One process computes a frame while the one before is written; several ranks share the frames.
class Movie : public Production {
 public:
  explicit Movie(MovieOrder order) : frames_(std::move(order)) {
    if (ranks() != nullptr) check_shareable(order_);
    if (order_.reuse) {
      reuse_.emplace(order_.keys, order_.frames);
      for (std::int64_t i = 0; i < order_.frames; ++i) {
        const auto source = reuse_->source(i, frames_.first().settings);
        if (!source) continue;
        plan_or_refuse(*source);  // all are of one size
        break;
      }
    }
    if (!follows()) sink_ = make_sink(order_, frames_.first().output.size);
    if (ranks() != nullptr) agree_on_movie(*ranks(), frames_);
  }

  Made run(const GoOn& go_on) override {
    if (follows()) {
      follow_movie(*ranks(), frames_, go_on);
      return {.finished = true, .kept = false, .line = {}, .note = {}};
    }
    bool stopped = false;
    const Failure failed = attempt([&] {
      stopped = !begin(go_on) || !make_all(go_on);
      if (!stopped) stopped = !unless_given_up([&] { sink_->end(); });
    });
    if (failed) {
      writer_.join();
      const std::string kept = sink_->keeps() && done_ > 0 ? fmt::format("; {}: --resume continues", kept_text()) : "";
      raise({failed.kind, failed.line + kept});
    }
    if (stopped) return {.finished = false, .kept = sink_->keeps() && done_ > 0, .line = kept_text(), .note = {}};
    return {.finished = true, .kept = false, .line = report(), .note = notes()};
  }

 private:
  /// Whether it came to its end.
  template <class Work>
  static bool unless_given_up(const Work& work) {
    try {
      work();
      return true;
    } catch (const GivenUp&) {
      return false;
    }
  }
  /// It is one of several ranks, and not the one that writes.
  static bool follows() { return ranks() != nullptr && !ranks()->leads(); }

  /// Finds out what must be known before the first frame; false if it was stopped.
  bool begin(const GoOn& go_on) {
    bool stopped = false;
    const Failure failed = attempt([&] {
      sink_->begin();
      stopped = !frames_.fix_look(go_on);
      if (!stopped) look_for_missing();
    });
    if (ranks() != nullptr) tell_movie(*ranks(), failed || stopped ? nullptr : &frames_, missing_);
    if (failed) raise(failed);
    return !stopped;
  }

  /// Those that an earlier run has not made.
  void look_for_missing() {
    for (std::int64_t i = 0; i < order_.frames; ++i) {
      if (!order_.resume || !sink_->has(i, to_json(frames_.plan_of(i).settings, catalog()))) missing_.push_back(i);
    }
    kept_ = done_ = order_.frames - static_cast<std::int64_t>(missing_.size());
  }

  /// Whether nobody stopped it.
  bool make_all(const GoOn& go_on) { return ranks() != nullptr ? share_all(go_on) : make_alone(go_on); }

  bool share_all(const GoOn& go_on) {
    SharedPieces work = shared_frames(frames_, missing_);
    work.costs = last_frames_costs(*ranks(), frames_, missing_);
    work.put = [this](std::int64_t piece, std::span<const std::byte> bytes) {
      given_up_ = given_up_ || !unless_given_up([&] { put(frame_of(piece), bytes); });
    };
    work.go_on = [this, &go_on](std::int64_t written) { return go_on(step(written)); };
    const Watch watch;
    const SharedOut out = lead(*ranks(), std::move(work));
    done_ += std::exchange(written_, 0);
    const RankShare sum = sum_of(out.ranks);
    compute_ms_ = sum.compute_ms;
    operations_ = sum.operations;
    unit_ = sum.unit;
    shares_ = "; " + shares_text(out.ranks, watch.ms());
    note_ = out.note;
    return out.all && !given_up_;
  }

  bool make_alone(const GoOn& go_on) {
    const auto count = static_cast<std::int64_t>(missing_.size());
    bool all = true;
    for (std::int64_t piece = 0; piece < count; ++piece) {
      if (!(all = go_on(step(piece)))) break;
      const std::int64_t i = frame_of(piece);
      const Plan plan = frames_.plan_of(i);
      const bool taken = reuse_ && reuse_->source(i, plan.settings);
      std::optional<MadeFrame> made;
      if (taken) {
        if (auto frame = take(i, plan)) made.emplace(MadeFrame{.frame = *std::move(frame)});
      } else {
        made = frames_.make(plan, order_.waiter);
      }
      if (!(all = made.has_value())) break;
      if (!taken) count_work(made->compute_ms, made->operations, made->frame);
      if (note_.empty()) note_ = note_on(i, made->frame.plan, made->frame.alarm);
      written();
      write(i, std::move(*made), taken ? "" : to_json(plan.settings, catalog()));
    }
    written();
    return all && !given_up_;
  }

  [[nodiscard]] std::int64_t frame_of(std::int64_t piece) const { return missing_[static_cast<std::size_t>(piece)]; }

  /// After so many of those that are missing.
  ProductionStep step(std::int64_t made) {
    const auto count = static_cast<std::int64_t>(missing_.size());
    ProductionStep out{.done = kept_ + made, .all = order_.frames, .left_s = {}, .now = {}};
    if (made < count) out.now = fmt::format("frame {}", frame_of(made));
    if (made == 0) since_ = Watch();
    if (made > 0) out.left_s = since_.ms() / 1000 / static_cast<double>(made) * static_cast<double>(count - made);
    return out;
  }

  /// Adds what computing it took.
  void count_work(double compute_ms, double operations, const Frame& frame) {
    compute_ms_ += compute_ms;
    operations_ += operations;
    unit_ = frame.work.unit;
  }

  std::optional<Frame> take(std::int64_t i, const Plan& plan) {
    const auto larger = [&](const Settings& settings) {
      std::optional<Frame> picture = frames_.compute(plan_or_refuse(settings), order_.waiter);
      if (picture) count_work(picture->timing.total, picture->work.operations, *picture);
      return picture;
    };
    std::optional<Frame> out = reuse_->take(i, plan, larger);
    if (!out || !reuse_->is_sample(i)) return out;
    const std::optional<Frame> computed = frames_.compute(plan, order_.waiter);
    if (!computed) return std::nullopt;
    reuse_->compare(*out, *computed);
    return out;
  }

  /// `text`: what a picture of it says about itself.
  void write(std::int64_t i, MadeFrame made, std::string text) {
    const Failure refused = writer_.start([this, i, made = std::move(made), text = std::move(text)] {
      const Watch watch;
      const std::vector<std::byte> bytes = frames_.encode(made, text);
      write_ms_ += watch.ms();
      given_up_ = given_up_ || !unless_given_up([&] { put(i, bytes); });
    });
    if (refused) raise(refused);
  }

  void put(std::int64_t i, std::span<const std::byte> bytes) {
    const Watch watch;
    sink_->put(i, bytes);
    write_ms_ += watch.ms();
    ++written_;
  }

  /// Waits for the frame that is being written.
  void written() {
    if (const Failure failed = writer_.join()) raise(failed);
    done_ += std::exchange(written_, 0);
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
    const std::string earlier = kept_ > 0 ? fmt::format(", {} of them from before", kept_) : "";
    const Plan& plan = frames_.first();
    const Size size = plan.output.size;
    return fmt::format("wrote {}: {} frames of {} {}x{} {} on {}{}: computing {}, writing {}, total {}{}{}",
                       printable(order_.out.string()), order_.frames, plan.workload->id, size.width, size.height,
                       id_of(plan.settings.problem.precision), executed_by(plan), earlier, milliseconds(compute_ms_),
                       milliseconds(write_ms_), milliseconds(all_.ms()), rate, shares_);
  }

  MovieFrames frames_;
  const MovieOrder& order_ = frames_.order();
  std::unique_ptr<FrameSink> sink_;
  std::optional<MovieReuse> reuse_;
  std::vector<std::int64_t> missing_;
  std::int64_t done_ = 0;     ///< frames that are there
  std::int64_t kept_ = 0;     ///< of these, those of an earlier run
  std::int64_t written_ = 0;  ///< by another thread, until it is joined
  bool given_up_ = false;     ///< a frame was not written to its end
  double compute_ms_ = 0;
  double write_ms_ = 0;  ///< while other frames are computed
  double operations_ = 0;
  std::string unit_;
  std::string note_;
  std::string shares_;  ///< what each rank has done; empty for one alone
  Watch all_, since_;
  Worker writer_;  ///< last: it is joined before anything goes
};

}  // namespace

std::unique_ptr<Production> make_movie(MovieOrder order) {
  return std::make_unique<Movie>(std::move(order));
}

}  // namespace heteroscope
