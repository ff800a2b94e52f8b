#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/base/error.hpp"
#include "core/link/hello.hpp"
#include "core/worker/frame_answer.hpp"
#include "core/worker/messages.hpp"
#include "core/worker/packed_bands.hpp"
#include "core/worker/run_answer.hpp"
#include "core/worker/span_columns.hpp"
#include "tests/fuzz/fuzz.hpp"

/// What a worker elsewhere sends: its greeting, and what it answers to a request or says of runs. Whatever that is,
/// it is read, or refused with BadInput; no field has more values than the plan lets it have, no span is of a launch
/// that there is none of, and no run has another name than runs have.
namespace heteroscope::testing {
namespace {

using Bytes = std::vector<std::byte>;
using Text = std::vector<std::uint8_t>;

constexpr Size size{300, 7};

/// A plan with one participant and one stage.
Plan some_plan() {
  Plan out;
  out.participants = {Participant{}};
  out.stages.resize(1);
  out.parts = {{Rows{0, size.height}}};
  out.output = {size, Precision::fp32};
  out.cutout = out.kept = {.x = 0, .y = 0, .size = size, .whole = size};
  return out;
}

Frame some_frame() {
  Frame out{.plan = some_plan()};
  out.timing.participants = {{.participant = {}, .rows = size.height, .compute = 1, .stages = {1}}};
  out.reduced.resize(1);
  Trace trace;
  trace.passes = {{.name = "across", .space = size, .regions = {{{0, size.width}, {0, size.height}}}}};
  trace.launches.resize(1);
  trace.spans = {{.cells = {0, 300}, .start_ns = 5, .end_ns = 9}, {.cells = {300, 300}, .number = 1, .start_ns = 6}};
  out.traces = {trace};
  return out;
}

/// Several messages as one input: each behind its length.
Bytes joined_messages(const std::vector<Text>& messages) {
  Bytes out;
  for (const Text& each : messages) {
    const auto length = static_cast<std::uint32_t>(each.size());
    const auto* const begin = reinterpret_cast<const std::byte*>(&length);
    out.insert(out.end(), begin, begin + sizeof length);
    const auto* const text = reinterpret_cast<const std::byte*>(each.data());
    out.insert(out.end(), text, text + each.size());
  }
  return out;
}

std::vector<Text> parted(std::span<const std::uint8_t> input) {
  std::vector<Text> out;
  while (input.size() > sizeof(std::uint32_t)) {
    std::uint32_t length = 0;
    std::memcpy(&length, input.data(), sizeof length);
    input = input.subspan(sizeof length);
    const auto some = input.first(std::min<std::size_t>(length, input.size()));
    out.emplace_back(some.begin(), some.end());
    input = input.subspan(some.size());
  }
  return out;
}

/// An answer with this number in the place of its own: what has another one is refused before it is read.
void put_number(Text& message, std::uint64_t number) {
  constexpr std::size_t behind_kind = sizeof(std::int32_t);
  if (message.size() >= behind_kind + sizeof number) std::memcpy(message.data() + behind_kind, &number, sizeof number);
}

void read_hello(const Text& text) {
  try {
    WireReader wire(text);
    if (kind_of(wire) != MessageKind::hello) return;
    Hello there;
    wire(there);
    check_facts(there.facts);
    if (there.facts.gpus.empty()) fuzz_failure("a machine without a GPU's facts");
  } catch (const BadInput&) {
  }
}

void read_answers(std::vector<Text> messages) {
  FrameAnswer answer(ArrivingFields::Way::sent);
  ExecuteRequest request;
  answer.begin(request);
  Frame frame{.plan = some_plan()};
  try {
    for (Text& each : messages) {
      put_number(each, request.number);
      if (answer.take({.bytes = each, .descriptors = {}}, {}, frame) != FrameAnswer::Progress::done) continue;
      if (!frame.field.empty() && frame.field.size() != size) fuzz_failure("a result of another size");
      const Trace& trace = frame.traces.front();
      for (const TracedSpan& span : trace.spans) {
        if (span.launch >= trace.launches.size()) fuzz_failure("a span of no launch");
      }
      return;
    }
  } catch (const BadInput&) {
  }
}

constexpr std::size_t run_outputs = 3;

/// Reads what is said of a run until its end, or until something is refused.
void read_run(const std::vector<Text>& messages) {
  ArrivingFiles files;
  try {
    for (const Text& each : messages) {
      const FollowAnswer answer = follow_answer(each, run_outputs);
      if (const auto* const end = std::get_if<RunEnd>(&answer)) {
        if (end->code < -1 || end->code > 255) fuzz_failure("an exit code that no program has");
        return;
      }
      const auto* const part = std::get_if<RunFile>(&answer);
      if (part == nullptr) continue;
      if (part->which >= run_outputs) fuzz_failure("a file that nobody has asked for");
      const std::optional<std::string> file = files.take(*part);
      if (file && file->size() != part->at + part->bytes.size()) fuzz_failure("a file of another size");
    }
  } catch (const BadInput&) {
  }
}

void read_about_runs(const Text& text) {
  try {
    for (const RunFacts& each : kept_runs_in(text)) {
      if (!is_run_name(each.run)) fuzz_failure("a run that is called as none is:", each.run.c_str());
    }
  } catch (const BadInput&) {
  }
  try {
    static_cast<void>(done_answer(text));
  } catch (const BadInput&) {
  }
}

/// What is said of a run that has printed something and has written two files, one of them in two parts.
std::vector<Text> whole_run() {
  const auto file = [](std::uint32_t which, std::uint64_t at, bool is_last) {
    return message(MessageKind::file,
                   RunFile{.number = 1, .which = which, .at = at, .is_last = is_last, .bytes = "bytes"});
  };
  return {message(MessageKind::output, RunOutput{.number = 1, .is_error = false, .until = 5, .text = "line\n"}),
          message(MessageKind::output, RunOutput{.number = 1, .is_error = true, .until = 5, .text = "note\n"}),
          file(0, 0, false),
          file(0, 5, true),
          file(2, 0, true),
          message(MessageKind::ended, RunEnd{.number = 1, .code = 130})};
}

std::vector<RunFacts> some_runs() {
  return {{.run = "0123abcd", .words = {"bench", "heat"}, .outputs = {"sent-0/rows.json"}, .is_under_way = true},
          {.run = "89ef0123", .words = {}, .outputs = {}, .is_under_way = false, .code = 2, .begun_s = 60}};
}

std::vector<Text> whole_answer(bool packed) {
  const std::vector<float> values(static_cast<std::size_t>(size.area()), 1.5F);
  const std::span bytes(reinterpret_cast<const std::uint8_t*>(values.data()), values.size() * sizeof(float));
  const Frame frame = some_frame();
  const Field spans = columns_of(frame.traces.front().spans);
  std::vector<FieldFacts> facts(fields_before_states);
  facts.front() = {.size = size, .precision = Precision::fp32};
  facts.push_back(facts_of(spans));
  std::vector<Text> out{message(MessageKind::progress, std::uint64_t{1}, std::string_view("makes"), 0.5),
                        message(MessageKind::fields, std::uint64_t{1}, facts)};
  BandPacker packer;
  const std::span columns(static_cast<const std::uint8_t*>(spans.host_view().data), spans.bytes());
  for (const Band& band : packer.next(0, 0, bytes, Precision::fp32, packed))
    out.push_back(message(MessageKind::values, std::uint64_t{1}, band));
  for (const Band& band : packer.next(fields_before_states, 0, columns, Precision::fp64, packed))
    out.push_back(message(MessageKind::values, std::uint64_t{1}, band));
  WireWriter wire = beginning(MessageKind::frame);
  wire(std::uint64_t{1});
  write_facts(wire, frame);
  out.push_back(wire.bytes());
  return out;
}

}  // namespace

std::vector<Bytes> fuzz_seeds() {
  Hello hello = own_hello();
  hello.facts = own_facts();
  const Failure failure{.kind = Failure::Kind::input, .line = "memory does not suffice"};
  return {joined_messages({message(MessageKind::hello, hello)}),
          joined_messages(whole_answer(true)),
          joined_messages(whole_answer(false)),
          joined_messages({message(MessageKind::failure, std::uint64_t{1}, failure)}),
          joined_messages({message(MessageKind::nothing, std::uint64_t{1})}),
          joined_messages(whole_run()),
          joined_messages({message(MessageKind::runs, some_runs())}),
          joined_messages({message(MessageKind::done)})};
}

}  // namespace heteroscope::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<std::vector<std::uint8_t>> messages = heteroscope::testing::parted({data, size});
  if (!messages.empty()) {
    heteroscope::testing::read_hello(messages.front());
    heteroscope::testing::read_about_runs(messages.front());
  }
  heteroscope::testing::read_run(messages);
  heteroscope::testing::read_answers(std::move(messages));
  return 0;
}
