#pragma once

#include <exception>
#include <string>
#include <utility>

namespace heteroscope {

/// Why something could not be done, as a person is told. The one place where exceptions become words: every thread's
/// work, and the program itself, ends in attempt() or failure_of().
struct Failure {
  enum class Kind {
    none,
    input,          ///< BadInput
    unreachable,    ///< Unreachable: the same may be had later
    memory,         ///< the host's is used up
    threads,        ///< the system starts no more
    device_full,    ///< the device has not as much memory; it works on
    device,         ///< another device call failed; the device works on
    device_lost,    ///< nothing works on the device any more, for as long as this process lives
    variant_fault,  ///< a variant ended its worker, did not end, or wrote outside of its memory
    defect,         ///< nobody foresaw it
  };
  Kind kind = Kind::none;
  std::string line;  ///< one line; empty where nothing failed

  explicit operator bool() const { return kind != Kind::none; }
  [[nodiscard]] bool of_device() const {
    return kind == Kind::device_full || kind == Kind::device || kind == Kind::device_lost;
  }
};

/// Throws an exception of the failure's kind: DeviceError or one of those derived from it, VariantFault,
/// Unreachable, or else BadInput.
[[noreturn]] void raise(const Failure& failure);

/// The exception as a failure with its message. Where memory is short the message is shortened instead of throwing.
Failure failure_of(const std::exception_ptr& thrown) noexcept;

/// Calls `work()`; what it throws is returned.
template <class Work>
Failure attempt(Work&& work) noexcept {
  try {
    std::forward<Work>(work)();
    return {};
  } catch (...) {
    return failure_of(std::current_exception());
  }
}

}  // namespace heteroscope
