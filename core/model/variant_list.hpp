#pragma once

#include <atomic>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

#include "core/model/variant.hpp"

namespace heteroscope {

/// The variants of a stage with their ids, in the order in which they are offered. Some may be added while other
/// threads go over the list, and a variant that was added may be exchanged for a newer one: who goes over it sees each
/// as it was or as it is. None ever goes. Copies are lists of their own.
class VariantList {
 public:
  /// The number of variants that can be added to those with which a list is made.
  static constexpr std::size_t most_added = 1024;

  VariantList() : VariantList(std::vector<NamedVariant>()) {}
  VariantList(std::vector<NamedVariant> variants);
  VariantList(std::initializer_list<NamedVariant> variants) : VariantList(std::vector(variants)) {}
  VariantList(const VariantList& other) : VariantList(std::vector(other.begin(), other.end())) {}
  VariantList& operator=(const VariantList& other);

  [[nodiscard]] const NamedVariant* begin() const { return slots_->all.data(); }
  [[nodiscard]] const NamedVariant* end() const { return begin() + size(); }
  [[nodiscard]] NamedVariant* begin() { return slots_->all.data(); }
  [[nodiscard]] NamedVariant* end() { return begin() + size(); }
  [[nodiscard]] std::size_t size() const { return slots_->count.load(std::memory_order_acquire); }
  [[nodiscard]] bool empty() const { return size() == 0; }
  [[nodiscard]] const NamedVariant& front() const { return *begin(); }
  [[nodiscard]] const NamedVariant& back() const { return *(end() - 1); }
  [[nodiscard]] const NamedVariant& operator[](std::size_t i) const { return begin()[i]; }
  [[nodiscard]] NamedVariant& operator[](std::size_t i) { return begin()[i]; }

  /// Adds a variant, or puts it in the place of the one of that id. It lives as long as the process. Throws BadInput
  /// where there is no room for more.
  void put(std::string_view id, const Variant& variant) const;

 private:
  struct Slots {
    std::vector<NamedVariant> all;  ///< more than there are variants, so that none ever moves
    std::atomic<std::size_t> count = 0;
    std::mutex mutex;  ///< of those who add
  };
  std::shared_ptr<Slots> slots_;
};

}  // namespace heteroscope
