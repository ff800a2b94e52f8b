#include "app/window/feature/own_words.hpp"

#include <fmt/format.h>

#include "core/base/message.hpp"
#include "core/own/source/own_source.hpp"

namespace heteroscope {

std::string words_of(const Variant& variant) {
  if (variant.own == nullptr) return std::string(variant.summary);
  return fmt::format("Yours, from {}: {}", printable(variant.own->path.string()), printable(variant.summary));
}

}  // namespace heteroscope
