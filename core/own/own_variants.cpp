#include "core/own/own_variants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/error.hpp"

namespace heteroscope {

const OwnVariant& OwnVariants::add(const std::filesystem::path& path, std::string text) {
  return add(own_source_of(path, std::move(text), catalog_));
}

const OwnVariant& OwnVariants::add(OwnSource source) {
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
