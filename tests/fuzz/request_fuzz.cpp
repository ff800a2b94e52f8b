#include <string>

#include "core/base/error.hpp"
#include "core/device/device.hpp"
#include "core/io/sha256.hpp"
#include "core/link/hello.hpp"
#include "core/model/schema/settings_json.hpp"
#include "core/plan/plan.hpp"
#include "core/serving/received_files.hpp"
#include "core/worker/file_part.hpp"
#include "core/worker/messages.hpp"
#include "core/worker/run_messages.hpp"
#include "kernels/registry.hpp"
#include "tests/fuzz/fuzz.hpp"

/// What a process that asks says to a worker: its greeting, plans, an image file, commands and what becomes of them.
/// Whatever that is, it is read as the worker reads it (core/serving), or refused with BadInput; a plan that is made of
/// it has no more rows and columns than it was asked for.
namespace heteroscope::testing {
namespace {

using Bytes = std::vector<std::byte>;

void plan_request(WireReader& wire) {
  ExecuteRequest request;
  wire(request);
  const Settings settings = settings_from_json(request.settings, "the settings of a worker", catalog());
  const Planned planned = request.part ? plan_part(settings, catalog(), device::all(), *request.part)
                                       : plan(settings, catalog(), device::all());
  if (!planned) return;
  const Size kept = planned.plan->kept.size;
  if (request.part && (kept.width > request.part->whole.width || kept.height > request.part->whole.height))
    fuzz_failure("a part that is larger than the whole");
  const Waiter waiter;
  static_cast<void>(options_of(request.options, waiter));
}

template <class Value>
void read_whole(WireReader& wire) {
  Value value;
  wire(value);
  wire.finish();
}

/// A file is whole once all its bytes have come, and has the content that its name says.
void take_part(WireReader& wire) {
  ReceivedFiles files;
  files.take(wire);
}

void read(WireReader wire) {
  switch (kind_of(wire)) {
    case MessageKind::hello:
      return read_whole<Hello>(wire);
    case MessageKind::part:
      return take_part(wire);
    case MessageKind::drop:
      return ReceivedFiles().drop(wire);
    case MessageKind::begin:
      return read_whole<RunRequest>(wire);
    case MessageKind::follow:
      return read_whole<FollowRequest>(wire);
    case MessageKind::forget:
      return read_whole<std::string>(wire);
    case MessageKind::lend:
      return read_whole<Lent>(wire);
    case MessageKind::stop:
    case MessageKind::echo:
      return read_whole<std::uint64_t>(wire);
    case MessageKind::execute:
      return plan_request(wire);
    default:
      return;
  }
}

Bytes bytes_of_message(const std::vector<std::uint8_t>& text) {
  const auto* const begin = reinterpret_cast<const std::byte*>(text.data());
  return {begin, begin + text.size()};
}

ExecuteRequest request_of(const char* workload) {
  Settings settings = default_settings(find_workload(catalog(), workload));
  settings.problem.size = {64, 48};
  return {.number = 7,
          .own = {},
          .source = {},
          .settings = to_json(settings, catalog()),
          .part = std::nullopt,
          .options = {}};
}

}  // namespace

std::vector<Bytes> fuzz_seeds() {
  std::vector<Bytes> out;
  const auto add = [&](MessageKind kind, const auto& value) { out.push_back(bytes_of_message(message(kind, value))); };
  for (const char* const workload : {"mandelbrot", "heat", "blur", "triangle"}) {
    ExecuteRequest request = request_of(workload);
    add(MessageKind::execute, request);
    request.part = Cutout{.x = 5, .y = 3, .size = {17, 9}, .whole = {64, 48}};
    request.options = {.run = PartRun{}, .reduced = std::vector<std::vector<double>>{{1, 2}, {}}};
    add(MessageKind::execute, request);
    request.options = {.run = CountedRun{.counters = {"dram__bytes_read.sum"}}};
    add(MessageKind::execute, request);
  }
  add(MessageKind::hello, own_hello());
  const std::string content = sha256("some bytes");
  add(MessageKind::part, FilePart{.content = content, .bytes = "some bytes"});
  add(MessageKind::drop, content);
  add(MessageKind::begin, RunRequest{.run = "0123abcd",
                                     .words = {"bench", "heat"},
                                     .inputs = {{"sent-0/a.png", content}},
                                     .outputs = {"sent-1/rows.json"}});
  add(MessageKind::follow, FollowRequest{.number = 1, .run = "0123abcd", .seen_out = 12, .seen_error = 0});
  add(MessageKind::forget, std::string("0123abcd"));
  add(MessageKind::lend,
      Lent{.blocks = {1, 0}, .bytes = {4096, 0}, .descriptors = {1}, .names = {"", ""}, .gone = {3}});
  add(MessageKind::stop, std::uint64_t{7});
  add(MessageKind::echo, std::uint64_t{65536});
  return out;
}

}  // namespace heteroscope::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    heteroscope::testing::read(heteroscope::WireReader({data, size}));
  } catch (const heteroscope::BadInput&) {
  }
  return 0;
}
