#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/production/movie/movie.hpp"
#include "app/production/poster/poster.hpp"
#include "app/production/production.hpp"
#include "core/model/workload.hpp"

namespace heteroscope {

/// Something that a person wants made: a production that can be begun, stopped and resumed, maybe by another process.
class Order {
 public:
  Order() = default;
  Order(const Order&) = delete;
  Order& operator=(const Order&) = delete;
  virtual ~Order() = default;

  /// The id of an OrderKind.
  [[nodiscard]] virtual std::string_view kind() const = 0;
  /// "mandelbrot 16384x9216 fp64": what is made.
  [[nodiscard]] virtual std::string text() const = 0;
  /// The file that comes of it; absolute.
  [[nodiscard]] virtual const std::filesystem::path& out() const = 0;
  /// An earlier run has left something that can be gone on with.
  [[nodiscard]] virtual bool unfinished() const = 0;
  /// Removes that.
  virtual void discard() const = 0;
  /// `resume`: goes on with what an earlier run has left. Throws BadInput where it cannot be made.
  [[nodiscard]] virtual std::unique_ptr<Production> make(bool resume, const Waiter& waiter) const = 0;
  /// The JSON object from which its kind can read it again.
  [[nodiscard]] virtual std::string to_json() const = 0;
};

/// Something that can be ordered.
struct OrderKind {
  std::string_view id;
  /// Throws BadInput, naming `name`, for a text that is no such order.
  std::shared_ptr<const Order> (*from_json)(const std::string& text, const std::string& name);
};

/// Every kind there is. Whatever else takes long and ends in files is one more line here, and the queue, what is kept
/// of it, and the window have it.
std::span<const OrderKind> order_kinds();

/// `order.waiter` and `order.resume` are of a run, and not looked at. The path is made absolute.
std::shared_ptr<const Order> order_of(PosterOrder order);
/// The order of a movie, to a video or a folder. It is made frame by frame, as pictures that are kept when it is
/// stopped; a video is encoded from these, which lie beside it until then. Each frame is computed: `order.reuse` is
/// ignored.
std::shared_ptr<const Order> order_of(MovieOrder order);

}  // namespace heteroscope
