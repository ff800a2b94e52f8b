#include "core/device/multiprocessors_cuda.hpp"

#include <cuda.h>
#include <cuda_runtime.h>
#include <fmt/format.h>

#include <cstdlib>
#include <map>
#include <mutex>

#include "core/base/comma_list.hpp"
#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/device/driver_call.cuh"
#include "core/device/likeness.hpp"

namespace heteroscope::device {

namespace {

constexpr const char* variable = "HETEROSCOPE_MULTIPROCESSORS";

/// The number of multiprocessors as a person has written it; null if nobody has.
const char* wanted_text() {
  const char* const text = std::getenv(variable);
  return text != nullptr && *text != '\0' ? text : nullptr;
}

/// The driver's functions, asked for when the program runs: it starts without a driver, too.
template <class Function>
Function* driver_function(const char* name) {
  const auto found = driver_call<Function*>(name, 12050);
  if (found == nullptr) throw DeviceError(fmt::format("{}: the driver has no {}", variable, name));
  return found;
}

void check_driver(CUresult result, const char* call) {
  if (result != CUDA_SUCCESS)
    throw DeviceError(fmt::format("{}: {} failed (error {})", variable, call, static_cast<int>(result)));
}

/// So many of a card's multiprocessors, or the next number that it gives out.
CUdevResource part_of(int card, int count) {
  CUdevResource all{};
  check_driver(
      driver_function<decltype(cuDeviceGetDevResource)>("cuDeviceGetDevResource")(card, &all, CU_DEV_RESOURCE_TYPE_SM),
      "cuDeviceGetDevResource");
  CUdevResource part{};
  CUdevResource rest{};
  unsigned groups = 1;
  check_driver(driver_function<decltype(cuDevSmResourceSplitByCount)>("cuDevSmResourceSplitByCount")(
                   &part, &groups, &all, &rest, 0, static_cast<unsigned>(count)),
               "cuDevSmResourceSplitByCount");
  return part;
}

/// Made once for each card, and never let go.
CUgreenCtx context_of(int card, int count) {
  static std::mutex mutex;
  static auto* const made = new std::map<int, CUgreenCtx>;
  const std::lock_guard lock(mutex);
  CUgreenCtx& context = (*made)[card];
  if (context != nullptr) return context;
  CUdevResource part = part_of(card, count);
  CUdevResourceDesc description{};
  check_driver(
      driver_function<decltype(cuDevResourceGenerateDesc)>("cuDevResourceGenerateDesc")(&description, &part, 1),
      "cuDevResourceGenerateDesc");
  check_driver(driver_function<decltype(cuGreenCtxCreate)>("cuGreenCtxCreate")(&context, description, card,
                                                                               CU_GREEN_CTX_DEFAULT_STREAM),
               "cuGreenCtxCreate");
  return context;
}

int all_of(int card) {
  int all = 0;
  cudaDeviceGetAttribute(&all, cudaDevAttrMultiProcessorCount, card);
  return all;
}

/// The number that a person wants, or that of the card that HETEROSCOPE_LIKE stands for, if the card has more.
std::optional<int> wanted(int card) {
  if (const char* const text = wanted_text()) {
    const auto numbers = whole_numbers_in(text);
    return numbers && numbers->size() == 1 ? numbers->front() : 0;
  }
  const std::optional<Likeness> like = wanted_likeness().likeness;
  return like && like->multiprocessors < all_of(card) ? std::optional(like->multiprocessors) : std::nullopt;
}

}  // namespace

std::optional<Held> held_multiprocessors(int card) {
  const std::optional<int> count = wanted(card);
  if (!count) return std::nullopt;
  const int all = all_of(card);
  if (*count < 1 || *count > all) {
    return Held{.why_not = fmt::format("{}: {} is not a number of multiprocessors from 1 to {}", variable,
                                       quote(wanted_text()), all)};
  }
  try {
    return Held{.multiprocessors = static_cast<int>(part_of(card, *count).sm.smCount)};
  } catch (const DeviceError& error) {
    return Held{.why_not = error.what()};
  }
}

CUstream_st* make_held_stream(int card) {
  const std::optional<int> count = wanted(card);
  if (!count) return nullptr;
  CUstream stream = nullptr;
  check_driver(driver_function<decltype(cuGreenCtxStreamCreate)>("cuGreenCtxStreamCreate")(
                   &stream, context_of(card, *count), CU_STREAM_NON_BLOCKING, 0),
               "cuGreenCtxStreamCreate");
  return stream;
}

}  // namespace heteroscope::device
