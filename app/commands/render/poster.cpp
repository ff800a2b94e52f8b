#include "app/commands/render/poster.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <system_error>

#include "app/commands/compute.hpp"
#include "app/commands/console.hpp"
#include "app/commands/program.hpp"
#include "app/commands/progress.hpp"
#include "app/text/table.hpp"
#include "core/base/message.hpp"
#include "core/base/signals.hpp"
#include "core/base/watch.hpp"
#include "core/base/worker.hpp"
#include "core/color/palette.hpp"
#include "core/io/descriptor.hpp"
#include "core/io/file.hpp"
#include "core/io/settings_json.hpp"
#include "core/memory/memory_limit.hpp"
#include "core/poster/pieces.hpp"
#include "core/poster/poster_state.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

/// Cells of a piece where nobody says how large one is to be, unless memory is short.
std::int64_t usual_cells() {
  constexpr std::int64_t bytes_a_cell = 32;  // two pieces at a time, as values and as colors
  std::int64_t cells = std::int64_t{1} << 24;
  while (cells > 65536 && static_cast<double>(cells * bytes_a_cell) > static_cast<double>(memory::limit()) / 4)
    cells /= 4;
  return cells;
}

Size whole_size(const Settings& settings) {
  const Workload& workload = find_workload(catalog(), settings.problem.workload);
  const std::any parameters = workload.bind(settings.problem.parameters);
  return workload.extent(parameters, settings.problem.size, settings.problem.precision).size;
}

Plan plan_of_part(const Settings& settings, const Cutout& part) {
  Planned planned = plan_part(settings, catalog(), device::all(), part);
  if (!planned) throw BadInput(planned.refusal);
  return std::move(*planned.plan);
}

/// The colors of every piece: those that the whole would have.
ColorMap colors_of(const Settings& settings) {
  const Workload& workload = find_workload(catalog(), settings.problem.workload);
  if (colors_by_ranks(settings.look))
    throw BadInput("--scale histogram: colors by ranks need all values at once; another scale, or .npy, does not");
  if (settings.look.automatic && (workload.colored_as_input() || workload.coloring.high_parameter.empty()))
    throw BadInput(
        fmt::format("--range: the colors of {} end where its values do, which are not known piece by piece: "
                    "name both ends",
                    workload.id));
  return color_map(settings.look, workload, settings.problem.parameters, {});
}

/// A poster under way: its files, its pieces, what is kept of it.
class Poster {
 public:
  explicit Poster(const PosterOrder& order)
      : order_(order), file_(order.out), data_(unfinished_poster(order.out)), state_file_(unfinished_state(order.out)) {
    const bool colored = order.out.extension() != ".npy" && !order.values;
    const std::string text = to_json(order.settings, catalog());
    size_ = whole_size(order.settings);
    // said before what a format cannot hold
    plan_ = plan_of_part(order.settings, {.size = {1, 1}, .whole = size_});
    check_limit(*plan_, order.allow_unstable);
    PosterShape shape{.size = size_, .precision = plan_->output.precision, .text = text, .values = !colored};
    if (colored) shape.colors = colors_of(order.settings);
    poster_ = poster_file(order.out.extension().string(), std::move(shape), file_);
    state_ = {.version = HETEROSCOPE_VERSION,
              .format = order.out.extension().string(),
              .values = order.values,
              .piece = {},
              .settings = text,
              .kept = {}};
    if (order.resume) {
      look_at_state();
    } else {
      look_for_earlier();
      state_.piece = order.tile ? poster_->piece(*order.tile) : poster_->usual_piece(usual_cells());
    }
    pieces_.emplace(size_, state_.piece);
    if (state_.kept.pieces > pieces_->count())
      throw BadInput(fmt::format("{}: this is no state of an unfinished poster", state_file_.string()));
    plan_ = plan_of_part(order.settings, (*pieces_)[0]);
    check_room();
    open();
  }

  int run() {
    const EndOnRequest request;
    const Failure failed = attempt([&] { compute_all(); });
    if (failed) {
      writer_.join();
      attempt([&] { keep(); });  // what was kept before stays where the disk is full
      if (state_.kept.pieces > 0)
        raise(failed.kind, fmt::format("{}; {} are kept: --resume goes on", failed.line, kept_text()));
      remove_unfinished();
      raise(failed.kind, failed.line);
    }
    if (stopped_) {
      keep();
      if (state_.kept.pieces == 0) remove_unfinished();
      print_error("heteroscope", fmt::format("render was stopped with {}{}", kept_text(),
                                             state_.kept.pieces > 0 ? "; --resume goes on" : ""));
      return exit_stopped;
    }
    finish();
    report();
    return exit_success;
  }

 private:
  void look_at_state() {
    std::error_code none;
    if (!std::filesystem::exists(state_file_, none))
      throw BadInput(fmt::format("--resume: there is no {}, which an unfinished {} would have beside it",
                                 state_file_.string(), order_.out.string()));
    const auto bytes = read_file(state_file_, std::size_t{1} << 26);
    const PosterState begun =
        poster_state_of({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, state_file_.string());
    state_.piece = order_.tile ? poster_->piece(*order_.tile) : begun.piece;
    if (const std::string what = difference(begun, state_); !what.empty())
      throw BadInput(fmt::format("--resume: {} is of another poster: {}", state_file_.string(), what));
    if (poster_->piece(begun.piece) != begun.piece)
      throw BadInput(fmt::format("{}: this is no state of an unfinished poster", state_file_.string()));
    state_.kept = begun.kept;
  }

  void look_for_earlier() const {
    std::error_code none;
    if (!std::filesystem::exists(state_file_, none)) return;
    throw BadInput(fmt::format("{} is unfinished: --resume goes on with it; without {} it starts anew",
                               order_.out.string(), state_file_.string()));
  }

  void check_room() const {
    std::filesystem::path folder = order_.out.parent_path();
    if (folder.empty()) folder = ".";
    std::error_code unknown;
    const auto space = std::filesystem::space(folder, unknown);
    if (unknown) return;
    const double room = static_cast<double>(space.available) + static_cast<double>(state_.kept.bytes);
    if (poster_->most_bytes() <= room) return;
    throw BadInput(fmt::format("--out {}: {}x{} may take {:.1f} GB there; the disk has room for {:.1f} GB",
                               order_.out.string(), size_.width, size_.height, poster_->most_bytes() / 1e9,
                               room / 1e9));
  }

  void open() {
    const int flags = O_RDWR | O_CLOEXEC | (order_.resume ? 0 : O_CREAT);
    constexpr mode_t usual_permissions = 0644;  // less what the umask takes away
    descriptor_ = Descriptor(::open(data_.c_str(), flags, usual_permissions));
    if (!descriptor_.is_open())
      throw BadInput(fmt::format("cannot write {}: {}", data_.string(), std::generic_category().message(errno)));
    if (::flock(descriptor_.get(), LOCK_EX | LOCK_NB) != 0)
      throw BadInput(fmt::format("cannot write {}: another process does", data_.string()));
    file_.use(descriptor_.get());
    if (file_.bytes() < state_.kept.bytes)
      throw BadInput(
          fmt::format("--resume: {} is cut short: {} of {} bytes", data_.string(), file_.bytes(), state_.kept.bytes));
  }

  Frame compute(const Cutout& part) {
    return executor_.execute(plan_of_part(order_.settings, part), {.summarize = true}).value();
  }

  void compute_all() {
    if (order_.resume) {
      file_.cut(state_.kept.bytes);
      poster_->go_on(state_.piece, state_.kept, [&](const Cutout& part) { return compute(part).field; });
    } else {
      file_.cut(0);
      poster_->begin(state_.piece);
    }
    const std::int64_t begun = state_.kept.pieces;
    Progress progress("render");
    for (std::int64_t i = begun; i < pieces_->count(); ++i) {
      if ((stopped_ = EndOnRequest::asked())) break;
      const Cutout part = (*pieces_)[i];
      std::optional<double> left;
      if (i > begun)
        left = all_.ms() / 1000 / static_cast<double>(i - begun) * static_cast<double>(pieces_->count() - i);
      progress.show(static_cast<std::size_t>(i), static_cast<std::size_t>(pieces_->count()), left,
                    fmt::format("{}x{} at {},{}", part.size.width, part.size.height, part.x, part.y));
      Frame frame = compute(part);
      compute_ms_ += frame.timing.total;
      operations_ += frame.work.operations;
      unit_ = frame.work.unit;
      written();
      const Failure refused = writer_.start([this, part, field = std::move(frame.field)] {
        const Watch watch;
        poster_->put(part, field.host_view());
        write_ms_ += watch.ms();
      });
      if (refused) raise(refused.kind, refused.line);
    }
    written();
  }

  /// Waits for the piece that is being written; now and then what is kept is said.
  void written() {
    if (const Failure failed = writer_.join()) raise(failed.kind, failed.line);
    constexpr double between_ms = 1000;
    const bool first = state_.kept.pieces == 0;
    if (poster_->kept().pieces == state_.kept.pieces || (!first && since_kept_.ms() < between_ms)) return;
    keep();
  }

  /// What the file has now may be gone on with.
  void keep() {
    PosterState now = state_;
    now.kept = poster_->kept();
    file_.sync();
    write_file(state_file_, to_text(now));
    state_ = now;
    since_kept_ = Watch();
  }

  void remove_unfinished() const {
    std::error_code none;
    std::filesystem::remove(state_file_, none);
    std::filesystem::remove(data_, none);
  }

  /// With the exit code that such a failure has.
  [[noreturn]] static void raise(Failure::Kind kind, const std::string& line) {
    if (Failure{kind, line}.of_device()) throw DeviceError(line);
    throw BadInput(line);
  }

  [[nodiscard]] std::string kept_text() const {
    return fmt::format("{} of {} pieces of {}", state_.kept.pieces, pieces_->count(), order_.out.string());
  }

  void finish() {
    const Watch watch;
    keep();
    poster_->end();
    file_.sync();
    const SignalsWait no_end_meanwhile;
    std::filesystem::path target = order_.out;
    struct stat earlier {};
    if (::stat(target.c_str(), &earlier) == 0) {
      target = std::filesystem::canonical(target);  // the file that a link names is replaced, not the link
      ::fchmod(descriptor_.get(), earlier.st_mode & 0777);
    }
    std::error_code failed;
    std::filesystem::rename(data_, target, failed);
    if (failed) throw BadInput(fmt::format("cannot write {}: {}", order_.out.string(), failed.message()));
    std::filesystem::remove(state_file_, failed);
    write_ms_ += watch.ms();
  }

  void report() const {
    const std::string advice = plan_->workload->advice(plan_->parameters, size_, plan_->settings.problem.precision);
    if (!advice.empty()) print_error("note", advice);
    const std::string rate = compute_ms_ > 0 && operations_ > 0
                                 ? fmt::format("; {} {}/s", with_prefix(operations_ / compute_ms_ * 1000), unit_)
                                 : "";
    const std::string earlier = order_.resume ? ", begun earlier" : "";
    print_out(fmt::format("wrote {}: {} {}x{} {} on {}: {} piece{} of {}x{}{}: computing {}, writing {}, total {}{}\n",
                          printable(order_.out.string()), plan_->workload->id, size_.width, size_.height,
                          id_of(plan_->settings.problem.precision), executed_by(*plan_), pieces_->count(),
                          pieces_->count() == 1 ? "" : "s", state_.piece.width, state_.piece.height, earlier,
                          milliseconds(compute_ms_), milliseconds(write_ms_), milliseconds(all_.ms()), rate));
  }

  const PosterOrder& order_;
  PositionedFile file_;
  std::filesystem::path data_, state_file_;
  Descriptor descriptor_;
  Size size_;
  std::optional<Plan> plan_;  ///< of the first piece
  std::unique_ptr<PosterFile> poster_;
  PosterState state_;
  std::optional<Pieces> pieces_;
  Executor executor_;
  bool stopped_ = false;
  double compute_ms_ = 0;
  double write_ms_ = 0;  ///< while other pieces are computed
  double operations_ = 0;
  std::string_view unit_;
  Watch all_, since_kept_;
  Worker writer_;  ///< last: it is joined before anything goes
};

}  // namespace

bool takes_pieces(const std::filesystem::path& out) {
  const std::filesystem::path extension = out.extension();
  return extension == ".png" || extension == ".npy" || extension == ".tif" || extension == ".tiff";
}

std::filesystem::path unfinished_poster(const std::filesystem::path& out) {
  return out.string() + ".unfinished";
}

std::filesystem::path unfinished_state(const std::filesystem::path& out) {
  return out.string() + ".unfinished.json";
}

int render_poster(const PosterOrder& order) {
  return Poster(order).run();
}

}  // namespace heteroscope
