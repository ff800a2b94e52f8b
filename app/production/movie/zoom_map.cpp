#include "app/production/movie/zoom_map.hpp"

#include <fmt/format.h>

#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "app/compute/compute.hpp"
#include "app/production/movie/movie_look.hpp"
#include "app/production/movie/movie_reuse.hpp"
#include "app/text/table.hpp"
#include "core/base/given_up.hpp"
#include "core/base/message.hpp"
#include "core/base/watch.hpp"
#include "core/color/colorize.hpp"
#include "core/io/png/png.hpp"
#include "core/model/settings/problem_view.hpp"
#include "core/movie/log_polar.hpp"
#include "core/run/frame_colors.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

class ZoomMap : public Production {
 public:
  ZoomMap(const KeyFrames& keys, std::filesystem::path out, Waiter waiter)
      : out_(std::move(out)), waiter_(std::move(waiter)), settings_(keys.all().back().settings) {
    if (keys.all().size() != 2) throw BadInput("--map needs exactly two key frames, without --via");
    check_zoom(keys, "--map");
    check_plain_colors(settings_.look, "--map");
    if (look_follows_values(settings_))
      throw BadInput("--map: set both ends of the colors with --range; the values are not known in advance");
    const View from = view_of(keys.all().front().settings.problem, catalog());
    const View to = view_of(settings_.problem, catalog());
    map_ = log_polar(from, to, settings_.problem.size);
    constexpr std::int64_t most_rows = std::numeric_limits<int>::max();
    if (map_.rows > most_rows) {
      throw BadInput(
          fmt::format("--map: {} rows are more than the {} of a PNG; choose a smaller --size", map_.rows, most_rows));
    }
    settings_.problem.size = {map_.square_side(), map_.square_side()};
    for (int column = 0; column < map_.columns; ++column) directions_.push_back(map_.direction(column));
    square_ = map_.disk;
    plan_ = plan_of_square();
  }

  Made run(const GoOn& go_on) override {
    const Size size{map_.columns, static_cast<int>(map_.rows)};
    try {
      write_png(
          out_, size, [&](Rows rows) { return colors_of(rows, go_on); }, "");
    } catch (const GivenUp&) {
      return {.finished = false, .kept = false, .line = squares_text(), .note = {}};
    }
    return {.finished = true, .kept = false, .line = report(size), .note = {}};
  }

 private:
  [[nodiscard]] Plan plan_of_square() const {
    Settings settings = settings_;
    put_view(settings.problem, square_, catalog());
    return plan_or_refuse(settings);
  }

  /// The square that the row is made from; they are asked for one after the other.
  const Frame& square_of(std::int64_t row, const GoOn& go_on) {
    const std::int64_t wanted = map_.square_of(row);
    if (made_ > wanted + 1) throw BadInput("rows of a map are made from the top down");
    while (made_ <= wanted) {
      ProductionStep step{.done = made_, .all = map_.squares(), .left_s = {}, .now = "a square"};
      if (made_ > 0)
        step.left_s = all_.ms() / 1000 / static_cast<double>(made_) * static_cast<double>(step.all - made_);
      if (!go_on(step)) throw GivenUp{};
      picture_.reset();  // its memory first
      picture_ = executor_.execute(plan_of_square(), InteractiveRun{.waiter = waiter_});
      if (!picture_) throw GivenUp{};
      compute_ms_ += picture_->timing.total;
      square_ = next_square(square_);
      ++made_;
    }
    return *picture_;
  }

  std::span<const std::uint32_t> colors_of(Rows rows, const GoOn& go_on) {
    pixels_.resize(static_cast<std::size_t>(rows.count()) * static_cast<std::size_t>(map_.columns));
    for (int row = rows.begin; row < rows.end; ++row) {
      const Frame& square = square_of(row, go_on);
      color_row(row, square, pixels_.data() + static_cast<std::ptrdiff_t>(row - rows.begin) * map_.columns);
    }
    return pixels_;
  }

  void color_row(std::int64_t row, const Frame& square, std::uint32_t* colors) const {
    const ColorMap map = color_map(settings_.look, square);
    const double radius = map_.radius(row);
    const FieldView values = square.field.host_view();
    with_precision(values.precision, [&]<class T>() {
      for (int column = 0; column < map_.columns; ++column) {
        const auto [x, y] = map_.pixel(radius, directions_[static_cast<std::size_t>(column)]);
        colors[column] = colorize_value(static_cast<double>(values.row<T>(y)[x]), map, map.table);
      }
    });
  }

  [[nodiscard]] std::string squares_text() const {
    return fmt::format("{} of {} squares of {}", made_, map_.squares(), printable(out_.string()));
  }

  [[nodiscard]] std::string report(Size size) const {
    return fmt::format("wrote {}: {}x{} from {} squares of {}x{} of {} {} on {}: computing {}, total {}",
                       printable(out_.string()), size.width, size.height, map_.squares(), map_.square_side(),
                       map_.square_side(), plan_->workload->id, id_of(plan_->settings.problem.precision),
                       executed_by(*plan_), milliseconds(compute_ms_), milliseconds(all_.ms()));
  }

  std::filesystem::path out_;
  Waiter waiter_;
  Settings settings_;  ///< of each square but for its view
  LogPolar map_;
  std::vector<LogPolar::Direction> directions_;  ///< by column
  View square_;                                  ///< the next
  std::int64_t made_ = 0;                        ///< squares
  std::optional<Plan> plan_;                     ///< of the first square
  std::optional<Frame> picture_;
  Pixels pixels_;
  Executor executor_;
  double compute_ms_ = 0;
  Watch all_;
};

}  // namespace

std::unique_ptr<Production> make_zoom_map(const KeyFrames& keys, std::filesystem::path out, Waiter waiter) {
  return std::make_unique<ZoomMap>(keys, std::move(out), std::move(waiter));
}

}  // namespace heteroscope
