#include "core/worker/messages.hpp"

#include <utility>

namespace heteroscope {
namespace {

void set_waiter(ExecuteOptions& options, const Waiter& waiter) {
  const auto set = [&](auto& run) {
    if constexpr (requires { run.waiter; }) run.waiter = waiter;
    if constexpr (requires { run.stop; }) run.stop = waiter.stop;
    if constexpr (requires { run.progress; }) run.progress = waiter.progress;
  };
  std::visit(set, options);
}

template <std::size_t place = 0>
ExecuteOptions options_from(std::uint64_t wanted) {
  if constexpr (std::is_same_v<std::variant_alternative_t<place, ExecuteOptions>, BandRun>) {
    throw WireReader::damaged();  // the last ones
  } else {
    return wanted == place ? ExecuteOptions(std::in_place_index<place>) : options_from<place + 1>(wanted);
  }
}

}  // namespace

Destination SentOptions::destination() const {
  Destination out = Destination::host;
  const auto take = [&](const auto& options) {
    if constexpr (requires { options.destination; }) out = options.destination;
  };
  std::visit(take, run);
  return out;
}

bool SentOptions::operator==(const SentOptions& other) const {
  WireWriter here;
  WireWriter there;
  here(*this);
  there(other);
  return here.bytes() == there.bytes();
}

SentOptions sent_options(const ExecuteOptions& options) {
  const Waiter waiter = waiter_of(options);
  SentOptions out{.run = options,
                  .can_be_stopped = waiter.stop.stop_possible(),
                  // of shared rows it is told by what has come of them
                  .tells_progress = waiter.progress && !std::holds_alternative<RowsRun>(options)};
  set_waiter(out.run, {});
  if (auto* const run = std::get_if<InteractiveRun>(&out.run)) {
    run->tables_of = {};
    run->next = {};
  }
  if (auto* const run = std::get_if<PartRun>(&out.run); run != nullptr && run->reduced != nullptr)
    out.reduced = *std::exchange(run->reduced, nullptr);
  return out;
}

Waiter waiter_of(const ExecuteOptions& options) {
  Waiter out;
  const auto take = [&](const auto& run) {
    if constexpr (requires { run.waiter; }) out = run.waiter;
    if constexpr (requires { run.stop; }) out.stop = run.stop;
    if constexpr (requires { run.progress; }) out.progress = run.progress;
  };
  std::visit(take, options);
  return out;
}

ExecuteOptions options_of(const SentOptions& options, const Waiter& waiter) {
  ExecuteOptions out = options.run;
  set_waiter(out, waiter);
  if (auto* const run = std::get_if<PartRun>(&out); run != nullptr && options.reduced) run->reduced = &*options.reduced;
  return out;
}

ExecuteOptions options_by_place(std::uint64_t place) {
  return options_from(place);
}

}  // namespace heteroscope
