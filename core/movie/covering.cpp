#include "core/movie/covering.hpp"

#include <algorithm>
#include <cmath>

#include "core/numbers/decimal.hpp"
#include "core/numbers/turn.hpp"
#include "core/types/types.hpp"

namespace heteroscope {
namespace {

/// The way from one view's center to another's, in the first one's widths and along its rows and columns.
struct Away {
  double right = 0, up = 0;

  Away(const View& from, const View& to) {
    const Turn turn = turn_by(from.rotation);
    const double x = ratio(to.x - from.x, from.span);
    const double y = ratio(to.y - from.y, from.span);
    right = x * turn.cosine + y * turn.sine;
    up = y * turn.cosine - x * turn.sine;
  }
};

/// Rectangles of one rotation about a first one, in its widths from its center, and all of them together.
class Together {
 public:
  Together(View first, Size size) : first_(std::move(first)), aspect_(static_cast<double>(size.height) / size.width) {}

  /// False, and nothing changes, where the whole would be more than twice as wide as the narrowest.
  bool add(const View& view) {
    const double half = ratio(view.span, first_.span) / 2;
    const auto [x, y] = Away(first_, view);
    Together all = *this;
    all.narrowest_ = std::min(narrowest_, 2 * half);
    all.left_ = std::min(left_, x - half);
    all.right_ = std::max(right_, x + half);
    all.bottom_ = std::min(bottom_, y - half * aspect_);
    all.top_ = std::max(top_, y + half * aspect_);
    if (!(all.width() <= 2 * all.narrowest_)) return false;
    *this = all;
    return true;
  }

  /// The least view of the same shape around them.
  [[nodiscard]] View view() const {
    constexpr std::int64_t digits = 14;
    constexpr double more = 1 + 1e-12;  // than is lost by rounding
    const std::int64_t last = first_.span.magnitude() - digits;
    const auto moved = [&](const Decimal& from, double by) { return (from + first_.span * Decimal(by)).rounded(last); };
    const double right = (left_ + right_) / 2;
    const double up = (bottom_ + top_) / 2;
    const Turn turn = turn_by(first_.rotation);
    return {.x = moved(first_.x, right * turn.cosine - up * turn.sine),
            .y = moved(first_.y, right * turn.sine + up * turn.cosine),
            .span = (first_.span * Decimal(width() * more)).rounded(last),
            .rotation = first_.rotation};
  }

 private:
  [[nodiscard]] double width() const { return std::max(right_ - left_, (top_ - bottom_) / aspect_); }

  View first_;
  double aspect_;
  double narrowest_ = 1;
  double left_ = 0, right_ = 0, bottom_ = 0, top_ = 0;
};

/// The mapping from pixels of a frame to pixels of the picture that covers it, along one side.
struct Along {
  double at = 0;    ///< of the frame's first pixel's middle
  double step = 1;  ///< from one to the next
  int last = 0;

  [[nodiscard]] int operator()(int pixel) const {
    return std::clamp(static_cast<int>(std::floor(at + step * pixel)), 0, last);
  }
};

}  // namespace

std::vector<Covering> coverings(std::int64_t frames, const std::function<View(std::int64_t)>& view, Size size) {
  constexpr std::int64_t cost = 4;
  std::vector<Covering> out;
  for (std::int64_t i = 0; i < frames;) {
    Together together(view(i), size);
    std::int64_t end = i;
    while (end < frames && together.add(view(end))) ++end;
    if (end - i > cost) {
      out.push_back({i, end - i, together.view()});
      i = end;
    } else {
      ++i;
    }
  }
  return out;
}

void take_values(const FieldView& from, const View& covering, const FieldView& to, const View& view, bool y_up) {
  const double step = ratio(view.span, covering.span) * from.size.width / to.size.width;
  const Away away(covering, view);
  const auto along = [&](double widths, int pixels, int of) {
    const double middle = widths * from.size.width + 0.5 * of;
    return Along{middle + step * 0.5 * (1 - pixels), step, of - 1};
  };
  const Along column = along(away.right, to.size.width, from.size.width);
  const Along row = along(y_up ? -away.up : away.up, to.size.height, from.size.height);
  with_precision(to.precision, [&]<class T>() {
#pragma omp parallel for
    for (int y = 0; y < to.size.height; ++y) {
      const T* const source = from.row<T>(row(y));
      T* const target = to.row<T>(y);
      for (int x = 0; x < to.size.width; ++x) target[x] = source[column(x)];
    }
  });
}

}  // namespace heteroscope
