#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "app/production/queue/order.hpp"

namespace heteroscope {

inline constexpr std::string_view ordered_movie = "movie";
inline constexpr std::int64_t most_movie_frames = 1'000'000;

/// Throws BadInput, naming `name`.
std::shared_ptr<const Order> ordered_movie_from_json(const std::string& text, const std::string& name);

/// The facts about an ordered movie that are known before it is made.
struct MovieOutlook {
  Size size;
  double most_bytes = 0;  ///< that its frames' pictures take at most, roughly
};
/// Writes nothing. Throws BadInput where it cannot be made.
MovieOutlook movie_outlook(MovieOrder order);

/// Where an order's frames are until they are finished: a video's beside it.
std::filesystem::path frames_folder(const std::filesystem::path& out);

}  // namespace heteroscope
