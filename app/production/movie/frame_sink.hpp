#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace heteroscope {

/// Where a movie's frames go, one after the other, as encode_frame() makes them. Throws BadInput where they cannot.
class FrameSink {
 public:
  virtual ~FrameSink() = default;
  /// Before any frame is computed, once.
  virtual void begin() {}
  /// Frame number `i`, from 0, is there already: it need not be computed. `settings`: of it, as JSON.
  virtual bool has(std::int64_t i, const std::string& settings) {
    (void)i, (void)settings;
    return false;
  }
  virtual void put(std::int64_t i, std::span<const std::byte> frame) = 0;
  /// After the last frame.
  virtual void end() {}
  /// Whether frames that were put stay if no more follow, so that one can continue with them.
  [[nodiscard]] virtual bool keeps() const { return false; }
};

}  // namespace heteroscope
