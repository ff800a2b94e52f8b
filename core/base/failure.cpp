#include "core/base/failure.hpp"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <new>
#include <stdexcept>
#include <system_error>
#include <typeinfo>

#include "core/base/error.hpp"
#include "core/base/message.hpp"

namespace heteroscope {
namespace {

// Short enough to need no memory of its own.
constexpr const char* no_memory = "out of memory";

/// Says of what type is what has just been caught.
std::string words_of_no_exception() {
  const std::type_info* const type = abi::__cxa_current_exception_type();
  if (type == nullptr) return "an exception of an unknown type was thrown";
  int failed = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(abi::__cxa_demangle(type->name(), nullptr, nullptr, &failed),
                                                         &std::free);
  return "a value of type " + excerpt(name != nullptr ? name.get() : type->name()) +
         " was thrown, not a std::exception";
}

Failure in_words(const std::exception_ptr& thrown) {
  using Kind = Failure::Kind;
  const std::string more = std::string(no_memory) + "; a smaller result needs less memory";
  try {
    std::rethrow_exception(thrown);
  } catch (const Unreachable& lost) {
    return {Kind::unreachable, lost.what()};
  } catch (const BadInput& wrong) {
    return {Kind::input, wrong.what()};
  } catch (const DeviceLost& lost) {
    return {Kind::device_lost, lost.what()};
  } catch (const OutOfDeviceMemory& full) {
    return {Kind::device_full, full.what()};
  } catch (const DeviceError& failed) {
    return {Kind::device, failed.what()};
  } catch (const VariantFault& lost) {
    return {Kind::variant_fault, lost.what()};
  } catch (const std::bad_alloc&) {
    return {Kind::memory, more};
  } catch (const std::length_error&) {  // a vector that is longer than any could be
    return {Kind::memory, more};
  } catch (const std::system_error& refused) {
    const bool thread = refused.code() == std::errc::resource_unavailable_try_again;
    if (thread) return {Kind::threads, "threads: the system cannot start more threads; use fewer (--threads)"};
    return {Kind::defect, refused.what()};
  } catch (const std::exception& unforeseen) {
    return {Kind::defect,
            one_line(std::string("unforeseen: ") + (unforeseen.what() == nullptr ? "no words" : unforeseen.what()))};
  } catch (...) {
    return {Kind::defect, words_of_no_exception()};
  }
}

}  // namespace

void raise(const Failure& failure) {
  if (failure.kind == Failure::Kind::device_lost) throw DeviceLost(failure.line);
  if (failure.kind == Failure::Kind::device_full) throw OutOfDeviceMemory(failure.line);
  if (failure.of_device()) throw DeviceError(failure.line);
  if (failure.kind == Failure::Kind::variant_fault) throw VariantFault(failure.line);
  if (failure.kind == Failure::Kind::unreachable) throw Unreachable(failure.line);
  throw BadInput(failure.line);
}

Failure failure_of(const std::exception_ptr& thrown) noexcept {
  try {
    return in_words(thrown);
  } catch (...) {  // making the words took memory, too
    return {Failure::Kind::memory, no_memory};
  }
}

}  // namespace heteroscope
