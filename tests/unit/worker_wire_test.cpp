#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <memory>
#include <random>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <variant>
#include <vector>

#include "core/base/error.hpp"
#include "core/link/hello.hpp"
#include "core/link/message_channel.hpp"
#include "core/process/memory_limit.hpp"
#include "core/worker/frame_wire.hpp"
#include "core/worker/lent_memory.hpp"
#include "core/worker/messages.hpp"
#include "core/worker/shared_memory.hpp"
#include "core/worker/span_columns.hpp"

/// What processes say to each other: each value comes out as it went in, and what is no message does no harm.
namespace heteroscope {
namespace {

/// A frame of a plan with one participant and one stage, with something in every list.
Frame some_frame() {
  Frame out;
  out.plan.participants = {Participant{}};
  out.plan.stages.resize(1);
  out.plan.parts = {{Rows{0, 5}}};
  out.summary = {.minimum = -1.5, .maximum = 7, .sum = 12, .count = 15};
  out.reduced = {{1, 2, 3}};
  out.figures = {{.label = "mean", .value = 0.1, .unit = "ms"}};
  out.alarm = "something";
  out.measured = {{.step = 3, .value = 0.5, .ms = 2}};
  out.work.unit = "cells";
  out.timing.participants = {{.participant = {}, .rows = 5, .compute = 1.25, .stages = {1.25}}};
  out.sharing.search = {{.share = 0.5, .gpu_ms = 1, .cpu_ms = 2, .frame_ms = 3}};
  Trace trace;
  trace.passes = {{.name = "across", .space = {3, 5}, .regions = {{{0, 3}, {0, 5}}}}};
  trace.launches.resize(1);
  trace.copies = {{.way = "to host", .bytes = 12, .start_ns = 1, .end_ns = 2}};
  out.traces = {trace};
  NotedKernel noted{.kernel = {.name = "blur::strips", .needs = {.registers = 32}}, .launches = 2};
  noted.launch.block = {32, 8, 1};
  out.counted = CountedLaunches{.kernels = {noted},
                                .stages = {{.stage = 0, .counts = {{"dram__bytes_read.sum", 4096}}}},
                                .calls = 2,
                                .passes = 3};
  return out;
}

std::vector<std::uint8_t> bytes_of_frame() {
  WireWriter wire;
  write_facts(wire, some_frame());
  return wire.bytes();
}

/// A frame of the same plan with nothing in it.
Frame same_plan() {
  Frame out;
  out.plan = some_frame().plan;
  return out;
}

TEST(WorkerWire, AFrameComesOutAsItWentIn) {
  const std::vector<std::uint8_t> bytes = bytes_of_frame();
  Frame read = same_plan();
  WireReader wire(bytes);
  read_facts(wire, read);
  EXPECT_EQ(read.summary.minimum, -1.5);
  EXPECT_EQ(read.figures.front().label, "mean");
  EXPECT_EQ(read.traces.front().passes.front().name, "across");
  EXPECT_EQ(read.counted->kernels.front().launch.block[1], 8U);
  EXPECT_EQ(read.counted->stages.front().counts.at("dram__bytes_read.sum"), 4096);
  WireWriter again;
  write_facts(again, read);
  EXPECT_EQ(again.bytes(), bytes);
}

/// The trace of some_frame() with spans whose numbers are as large as they may be.
Trace trace_with_spans() {
  Trace out = some_frame().traces.front();
  constexpr std::uint64_t now = std::uint64_t{1} << 62;
  out.spans = {{.cells = {std::uint64_t{1} << 40, 1024},
                .launch = 0,
                .number = ~0U,
                .unit = 131,
                .start_ns = now,
                .end_ns = now + 7},
               {.cells = {0, 0}, .start_ns = now + 1, .end_ns = now + 1},
               {.cells = {3, 2}, .number = 5, .unit = 1, .start_ns = now + 2, .end_ns = 0}};
  return out;
}

TEST(SpanColumns, HaveTheSpansAsTheyWere) {
  const Trace trace = trace_with_spans();
  const std::vector<TracedSpan> read = spans_in(columns_of(trace.spans), trace);
  ASSERT_EQ(read.size(), trace.spans.size());
  for (std::size_t i = 0; i < read.size(); ++i) {
    EXPECT_EQ(read[i].cells, trace.spans[i].cells);
    EXPECT_EQ(read[i].launch, trace.spans[i].launch);
    EXPECT_EQ(read[i].number, trace.spans[i].number);
    EXPECT_EQ(read[i].unit, trace.spans[i].unit);
    EXPECT_EQ(read[i].start_ns, trace.spans[i].start_ns);
    EXPECT_EQ(read[i].end_ns, trace.spans[i].end_ns);
  }
  EXPECT_TRUE(columns_of({}).empty());
  EXPECT_TRUE(spans_in({}, trace).empty());
}

TEST(SpanColumns, AreRefusedWhereThereIsNoMemoryForTheirSpans) {
  const Trace trace = trace_with_spans();
  const Field columns = columns_of(trace.spans);
  const memory::Hold most(memory::limit() - memory::held() - sizeof(TracedSpan));
  EXPECT_THROW((void)spans_in(columns, trace), BadInput);
}

TEST(SpanColumns, OfNoSpansAreRefused) {
  const Trace trace = trace_with_spans();
  const auto refused = [&](std::size_t row, std::uint64_t number) {
    const Field columns = columns_of(trace.spans);
    static_cast<std::uint64_t*>(columns.host_view().data)[row * trace.spans.size()] = number;
    EXPECT_THROW((void)spans_in(columns, trace), BadInput) << row;
  };
  refused(4, 1);  // a launch that there is none of
  refused(4, std::uint64_t{1} << 32);
  refused(5, std::uint64_t{1} << 32);
  refused(6, std::uint64_t{1} << 32);
  const auto buffer = std::make_shared<Buffer>(MemoryKind::host, std::size_t{8} * 7 * 2);
  EXPECT_THROW((void)spans_in({{2, 6}, Precision::fp64, buffer, nullptr}, trace), BadInput);
  EXPECT_THROW((void)spans_in({{2, 7}, Precision::fp32, buffer, nullptr}, trace), BadInput);
}

TEST(WorkerWire, EveryKindOfMessageIsWrittenAndRead) {
  for (int i = 0; i <= static_cast<int>(last_message_kind); ++i) {
    const std::vector<std::uint8_t> bytes = message(static_cast<MessageKind>(i));
    WireReader wire(bytes);
    EXPECT_EQ(static_cast<int>(kind_of(wire)), i);
  }
}

TEST(WorkerWire, OptionsComeOutWithTheirOwnWatchers) {
  const std::vector<std::vector<double>> found{{1, 2}, {}};
  const std::stop_source source;
  const Waiter asking{.stop = source.get_token(), .progress = [](std::string_view, double) {}};
  const SentOptions sent = sent_options(PartRun{.waiter = asking, .reduced = &found});
  EXPECT_TRUE(sent.can_be_stopped && sent.tells_progress);
  EXPECT_NE(sent, sent_options(PartRun{.waiter = asking}));
  EXPECT_FALSE(sent_options(RowsRun{.waiter = asking}).tells_progress);
  EXPECT_EQ(sent_options(TimedRun{.destination = Destination::screen}).destination(), Destination::screen);
  WireWriter written;
  written(sent);
  SentOptions read;
  WireReader(written.bytes())(read);
  EXPECT_EQ(read, sent);
  const ExecuteOptions options = options_of(read, {});
  const auto& part = std::get<PartRun>(options);
  EXPECT_EQ(*part.reduced, found);
  EXPECT_FALSE(part.waiter.stop.stop_possible() || part.waiter.progress);
  EXPECT_THROW((void)options_by_place(std::variant_size_v<ExecuteOptions> - 1), BadInput) << "a band of ranks";
}

TEST(WorkerWire, AMessageThatIsCutOffIsRefused) {
  const std::vector<std::uint8_t> bytes = bytes_of_frame();
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    Frame read = same_plan();
    WireReader wire(std::span<const std::uint8_t>(bytes).first(length));
    EXPECT_THROW(read_facts(wire, read), BadInput) << length;
  }
}

TEST(WorkerWire, ADamagedMessageIsRefusedOrRead) {
  std::mt19937 dice(7);
  int refused = 0;
  constexpr int tries = 20000;
  for (int i = 0; i < tries; ++i) {
    std::vector<std::uint8_t> bytes = bytes_of_frame();
    bytes[dice() % bytes.size()] ^= static_cast<std::uint8_t>(1 + dice() % 255);
    Frame read = same_plan();
    WireReader wire(bytes);
    try {
      read_facts(wire, read);
      EXPECT_EQ(read.traces.size(), 1U);
      EXPECT_EQ(read.timing.participants.size(), 1U);
    } catch (const BadInput&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, tries / 10);
  EXPECT_LT(refused, tries);
}

TEST(WorkerWire, CountsOfNoPossibleKernelAreRefused) {
  const auto refused = [](auto change) {
    Frame frame = some_frame();
    change(*frame.counted);
    WireWriter wire;
    write_facts(wire, frame);
    const std::vector<std::uint8_t> bytes = wire.bytes();
    Frame read = same_plan();
    WireReader reader(bytes);
    EXPECT_THROW(read_facts(reader, read), BadInput);
  };
  refused([](CountedLaunches& counted) { counted.kernels.front().kernel.needs.registers = -1; });
  refused([](CountedLaunches& counted) { counted.kernels.front().kernel.needs.registers = 1 << 30; });
  refused([](CountedLaunches& counted) { counted.kernels.front().kernel.needs.most_threads = 0; });
  refused([](CountedLaunches& counted) { counted.kernels.front().launch.block = {0, 8, 1}; });
  refused([](CountedLaunches& counted) { counted.kernels.front().launch.block = {1U << 31, 2, 1}; });
  refused([](CountedLaunches& counted) { counted.kernels.front().stage = 1; });
  refused([](CountedLaunches& counted) { counted.stages.front().stage = -1; });
  refused([](CountedLaunches& counted) { counted.uncounted = "a\nb"; });
}

TEST(WorkerWire, AFrameOfAnotherPlanIsRefused) {
  const std::vector<std::uint8_t> bytes = bytes_of_frame();
  Frame read = same_plan();
  read.plan.participants.emplace_back();
  WireReader wire(bytes);
  EXPECT_THROW(read_facts(wire, read), BadInput);
}

TEST(WorkerWire, ProgramsThatDifferSaySo) {
  EXPECT_EQ(difference(own_hello(), own_hello()), "");
  Hello other = own_hello();
  other.commit = "another";
  EXPECT_NE(difference(own_hello(), other).find("another"), std::string::npos);
}

class Socket {
 public:
  Socket() { EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends_.data()), 0); }
  ~Socket() {
    close_end(0);
    close_end(1);
  }
  void close_end(std::size_t i) {
    if (ends_.at(i) >= 0) close(ends_.at(i));
    ends_.at(i) = -1;
  }
  [[nodiscard]] int end(std::size_t i) const { return ends_.at(i); }

 private:
  std::array<int, 2> ends_{-1, -1};
};

TEST(MessageChannel, LongMessagesAndDescriptorsArrive) {
  const Socket socket;
  const SharedMemory memory(5000);
  std::memset(memory.data(), 7, memory.bytes());
  const std::vector<std::uint8_t> text(3'000'000, 42);
  std::thread sender([&] {
    const int descriptor = memory.descriptor();
    EXPECT_TRUE(MessageChannel(socket.end(0)).send(text, std::span(&descriptor, 1)));
    EXPECT_TRUE(MessageChannel(socket.end(0)).send({}));
  });
  auto got = MessageChannel(socket.end(1)).receive();
  ASSERT_TRUE(got);
  EXPECT_EQ(got->bytes, text);
  ASSERT_EQ(got->descriptors.size(), 1U);
  const SharedMemory there(std::move(got->descriptors.front()), 5000);
  EXPECT_EQ(static_cast<const char*>(there.data())[4999], 7);
  EXPECT_TRUE(MessageChannel(socket.end(1)).receive());
  sender.join();
}

TEST(MessageChannel, SaysThatTheOtherEndHasGone) {
  Socket socket;
  socket.close_end(0);
  EXPECT_FALSE(MessageChannel(socket.end(1)).receive());
  EXPECT_FALSE(MessageChannel(socket.end(1)).send({}));
}

TEST(MessageChannel, RefusesWhatIsNoMessage) {
  const Socket socket;
  const std::string garbage = "Welcome to this machine!\n";
  ASSERT_EQ(write(socket.end(0), garbage.data(), garbage.size()), static_cast<ssize_t>(garbage.size()));
  EXPECT_THROW((void)MessageChannel(socket.end(1)).receive(), BadInput);
}

TEST(SharedMemoryOfTwo, IsRefusedWhereItCouldBecomeSmaller) {
  char name[] = "/tmp/heteroscope-shared-XXXXXX";
  const int file = mkstemp(name);
  ASSERT_GE(file, 0);
  unlink(name);
  ASSERT_EQ(ftruncate(file, 100), 0);
  EXPECT_THROW(SharedMemory(Descriptor(file), 100), BadInput);
  const SharedMemory small(100);
  EXPECT_THROW(SharedMemory(Descriptor(dup(small.descriptor())), 101), BadInput);
}

TEST(LentBlocks, AreLentAgainWhenNobodyHoldsThem) {
  LentMemory lent;
  lent.next_frame();
  auto first = lent.take(1000);
  const std::uint64_t number = first->number;
  auto second = lent.take(1000);
  EXPECT_NE(second->number, number);
  first.reset();
  EXPECT_EQ(lent.take(1000)->number, number);
  std::vector<std::uint64_t> gone;
  for (int frame = 0; frame < 6; ++frame) {
    for (const std::uint64_t each : lent.next_frame()) gone.push_back(each);
  }
  EXPECT_EQ(gone, std::vector{number});  // the other one is held
}

}  // namespace
}  // namespace heteroscope
