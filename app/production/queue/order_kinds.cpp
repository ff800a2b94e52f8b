#include <array>

#include "app/production/queue/order.hpp"
#include "app/production/queue/ordered_movie.hpp"
#include "app/production/queue/ordered_poster.hpp"

namespace heteroscope {

std::span<const OrderKind> order_kinds() {
  static constexpr std::array all{OrderKind{.id = ordered_poster, .from_json = ordered_poster_from_json},
                                  OrderKind{.id = ordered_movie, .from_json = ordered_movie_from_json}};
  return all;
}

}  // namespace heteroscope
