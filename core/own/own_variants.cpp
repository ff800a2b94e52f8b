#include "core/own/own_variants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/base/error.hpp"

namespace heteroscope {

const OwnVariant& OwnVariants::add(const std::filesystem::path& path) {
  return put(read_own_source(std::filesystem::absolute(path), catalog_));
}

const OwnVariant& OwnVariants::add(const std::filesystem::path& path, std::string text) {
  return put(own_source_of(path, std::move(text), catalog_));
}

const OwnVariant& OwnVariants::of(const Variant& variant) const {
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find_if(added_, [&](const auto& each) { return &each->variant() == &variant; });
  if (found == added_.end()) throw std::logic_error("no file has this variant");
  return **found;
}

const OwnVariant& OwnVariants::put(OwnSource source) {
  const std::lock_guard lock(mutex_);
  const Stage& stage = source.workload->stages[source.stage];
  if (const Variant* const there = stage.find(source.id())) {
    const OwnSource& other = *there->own;
    if (other.path != source.path) {
      throw BadInput(fmt::format("{}: {} has a variant of this name already, from {}; rename one of the files",
                                 source.path.string(), source.workload->id, other.path.string()));
    }
    if (other.source.text() == source.source.text())
      return **std::ranges::find_if(added_, [&](const auto& each) { return &each->variant() == there; });
  }
  const OwnVariant& out =
      *added_.emplace_back(std::make_unique<OwnVariant>(std::move(source), OwnTools{.headers = headers_}));
  stage.variants.put(out.id(), out.variant());
  return out;
}

}  // namespace heteroscope
