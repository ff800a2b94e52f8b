#include "core/model/variant_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/error.hpp"

namespace heteroscope {

VariantList::VariantList(std::vector<NamedVariant> variants) : slots_(std::make_shared<Slots>()) {
  slots_->count = variants.size();
  slots_->all = std::move(variants);
  slots_->all.resize(slots_->count + most_added);
}

VariantList& VariantList::operator=(const VariantList& other) {
  slots_ = VariantList(other).slots_;
  return *this;
}

void VariantList::put(std::string_view id, const Variant& variant) const {
  const std::lock_guard lock(slots_->mutex);
  const auto end = slots_->all.begin() + static_cast<std::ptrdiff_t>(size());
  const auto found = std::find_if(slots_->all.begin(), end, [&](const NamedVariant& each) { return each.id == id; });
  if (found != end) {
    found->variant = &variant;
    return;
  }
  if (found == slots_->all.end())
    throw BadInput(fmt::format("'{}' is one variant too many: at most {} can be added to a stage", id, most_added));
  *found = {id, &variant};
  slots_->count.fetch_add(1, std::memory_order_release);
}

}  // namespace heteroscope
