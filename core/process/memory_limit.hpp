#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>

/// One account for the host memory that the program's large things take together: results, sources, states, pools.
/// It is kept below what the machine can give, so that a size that is too large ends in a line.
namespace heteroscope::memory {

/// Names the limit in bytes for this process, and for those that it starts; see limit().
inline constexpr const char* limit_variable = "HETEROSCOPE_MEMORY_LIMIT";

/// "1500000000", "1500M", "1.5G": bytes, with K, M, G and T as powers of 1024. Throws BadInput, naming `what`, for
/// anything else and for 0.
std::size_t bytes_in(std::string_view text, std::string_view what);

/// Bytes that this process could use at most: the least of the machine's memory, what its control groups (version 1 and
/// 2) allow, and its own limits of address space and data.
std::size_t available();

/// The most memory that the account may hold: the variable's value, or four fifths of available(). Throws BadInput if
/// the variable is no number of bytes.
std::size_t limit();

/// The memory that it holds now.
std::size_t held();

/// Adds to what is held. Where it does not fit, idle memory is given back first. Throws BadInput, with the limit's
/// names, if it does not fit even then.
void take(std::size_t bytes);
/// The other way round.
void give_back(std::size_t bytes) noexcept;

/// A part of the account, given back with the object.
class Hold {
 public:
  Hold() = default;
  /// Takes memory as take() does.
  explicit Hold(std::size_t bytes);
  ~Hold();
  Hold(Hold&& other) noexcept;
  Hold& operator=(Hold&& other) noexcept;
  Hold(const Hold&) = delete;
  Hold& operator=(const Hold&) = delete;
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  /// The bytes stay in the account, until give_back().
  void keep() { bytes_ = 0; }

 private:
  std::size_t bytes_ = 0;
};

/// Memory of the account for a container. Throws what take() does, and std::bad_alloc.
template <class T>
struct Accounted {
  using value_type = T;

  Accounted() = default;
  template <class U>
  explicit Accounted(const Accounted<U>&) {}

  T* allocate(std::size_t count) {
    Hold hold(count > static_cast<std::size_t>(-1) / sizeof(T) ? static_cast<std::size_t>(-1) : count * sizeof(T));
    T* const memory = std::allocator<T>().allocate(count);
    hold.keep();
    return memory;
  }
  void deallocate(T* memory, std::size_t count) noexcept {
    std::allocator<T>().deallocate(memory, count);
    give_back(count * sizeof(T));
  }
  bool operator==(const Accounted&) const = default;
};

/// Someone who keeps memory that is not in use. `give_back` may be called from any thread while this lives.
class ReclaimableCache {
 public:
  explicit ReclaimableCache(std::function<void()> give_back);
  ~ReclaimableCache();
  ReclaimableCache(const ReclaimableCache&) = delete;
  ReclaimableCache& operator=(const ReclaimableCache&) = delete;

 private:
  std::function<void()> give_back_;
  friend void give_back_idle();
};

/// Asks all reclaimable caches.
void give_back_idle();

}  // namespace heteroscope::memory
