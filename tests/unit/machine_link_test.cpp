#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <random>
#include <string>
#include <thread>

#include "core/base/error.hpp"
#include "core/io/descriptor.hpp"
#include "core/link/hello.hpp"
#include "core/link/machine_link.hpp"
#include "core/link/machines.hpp"
#include "core/model/settings/processors.hpp"
#include "core/worker/frame_answer.hpp"
#include "core/worker/packed_bands.hpp"
#include "tests/printed_ids.hpp"

/// Conversations with machines elsewhere, without a machine: what comes over a pipe, and what is made of it.
namespace heteroscope {
namespace {

using Clock = std::chrono::steady_clock;

class Pipe {
 public:
  Pipe() {
    std::array<int, 2> ends{};
    EXPECT_EQ(pipe(ends.data()), 0);
    in_ = Descriptor(ends[0]);
    out_ = Descriptor(ends[1]);
  }
  [[nodiscard]] MessageChannel channel(std::uint64_t longest = MessageChannel::longest_from_elsewhere) const {
    return {in_.get(), out_.get(), longest};
  }
  void print(std::string_view text) const {
    ASSERT_EQ(write(out_.get(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  void close() { out_ = Descriptor(); }

 private:
  Descriptor in_, out_;
};

Clock::time_point soon() {
  return Clock::now() + std::chrono::seconds(60);
}

TEST(FirstMessage, IsFoundBehindWhatIsPrinted) {
  const Pipe pipe;
  const MessageChannel channel = pipe.channel();
  pipe.print("Welcome, HETWRKR!\n");
  const std::vector<std::uint8_t> text{1, 2, 3};
  ASSERT_TRUE(channel.send(text));
  ASSERT_TRUE(channel.send(text));
  std::string noise;
  const auto first = channel.receive_first(noise, soon());
  ASSERT_TRUE(first);
  EXPECT_EQ(first->bytes, text);
  EXPECT_EQ(noise, "Welcome, HETWRKR!\n");
  EXPECT_EQ(channel.receive()->bytes, text);
}

TEST(FirstMessage, OfAnotherByteOrderIsTold) {
  const Pipe pipe;
  pipe.print("2RKRWTEH");
  std::string noise;
  EXPECT_THROW((void)pipe.channel().receive_first(noise, soon()), BadInput);
}

TEST(FirstMessage, IsNotWaitedForBehindTooMuch) {
  const Pipe pipe;
  std::thread printing([&] {
    for (int i = 0; i < 17; ++i) pipe.print(std::string(4096, 'x'));
  });
  std::string noise;
  EXPECT_THROW((void)pipe.channel().receive_first(noise, soon()), BadInput);
  printing.join();
}

TEST(FirstMessage, IsWaitedForUntilTheTimeIsOver) {
  const Pipe pipe;
  std::string noise;
  EXPECT_THROW((void)pipe.channel().receive_first(noise, Clock::now()), BadInput);
}

TEST(FirstMessage, IsNoneWhereTheOtherEndHasGone) {
  Pipe pipe;
  pipe.print("Password:");
  pipe.close();
  std::string noise;
  EXPECT_FALSE(pipe.channel().receive_first(noise, soon()));
  EXPECT_EQ(noise, "Password:");
}

TEST(MessageLength, IsBoundedBeforeMemoryIsTaken) {
  const Pipe pipe;
  std::string text = "HETWRKR2";
  const std::uint64_t bytes = MessageChannel::longest_from_elsewhere + 1;
  text.append(reinterpret_cast<const char*>(&bytes), sizeof bytes);
  pipe.print(text);
  EXPECT_THROW((void)pipe.channel().receive(), BadInput);
}

TEST(MachineNames, AreWordsThatNoProgramTakesForAnOption) {
  for (const char* const right : {"server", "me@server.example", "10.0.0.1", "node-7_b"})
    EXPECT_EQ(wrong_machine_name(right), "") << right;
  for (const char* const wrong : {"", "-oProxyCommand=x", "a b", "a;b", "@server", "me@", "a/b", "a\nb"})
    EXPECT_NE(wrong_machine_name(wrong), "") << wrong;
}

TEST(MachineFactsTest, ThatCannotBeTrueAreRefused) {
  const auto refused = [](auto change) {
    MachineFacts facts = own_facts();
    change(facts);
    EXPECT_THROW(check_facts(facts), BadInput);
  };
  refused([](MachineFacts& facts) { facts.gpus.clear(); });
  refused([](MachineFacts& facts) { facts.gpus.resize(1000); });
  refused([](MachineFacts& facts) { facts.cpu.threads = 0; });
  refused([](MachineFacts& facts) { facts.gpus.front().multiprocessors = -1; });
  MachineFacts odd = own_facts();
  odd.cpu.name = "a\x1b[2Jb";
  check_facts(odd);
  EXPECT_EQ(odd.cpu.name, "a\\x1b[2Jb");
}

TEST(Hellos, OfOtherProtocolsAreReadAsFarAsTheyAreKnown) {
  WireWriter wire;
  wire(std::uint32_t{77}, std::string("9.9"), std::string("of the future"), std::string("and more"));
  WireReader reader(wire.bytes());
  Hello there;
  reader(there);
  EXPECT_EQ(there.version, "9.9");
  EXPECT_NE(difference(own_hello(), there, "the program there").find("protocol 77"), std::string::npos);
}

TEST(Processors, OfAMachineAreWrittenAsTheyAreRead) {
  for (const char* const word : {"cpu@server", "gpu@me@server", "gpu:0,1@server", "gpu:all@server", "split@server"}) {
    Execution execution;
    EXPECT_TRUE(set_processors(execution, word)) << word;
    EXPECT_EQ(processors_text(execution), word);
  }
  for (const char* const word : {"cpu@", "@server", "cpu@-o", "tpu@server", "gpu:@server"}) {
    Execution execution;
    EXPECT_FALSE(set_processors(execution, word)) << word;
    EXPECT_EQ(execution, Execution{});
  }
  Execution there;
  there.processor = Processor::split;
  there.gpus.numbers = {0, 1};
  there.machine = "server";
  EXPECT_EQ(processors_text(there), "split:cpu@server,gpu:0,1@server");
  Execution read;
  EXPECT_TRUE(set_processors(read, processors_text(there)));
  EXPECT_EQ(read, there);
  Execution back;
  EXPECT_TRUE(set_processors(back, "cpu@server"));
  EXPECT_TRUE(set_processors(back, "cpu"));
  EXPECT_EQ(back, Execution{});
}

TEST(Processors, OfMachinesBesideThisOneAreWrittenAsTheyAreRead) {
  for (const char* const word :
       {"split:cpu,gpu:0@server", "split:cpu,cpu@server", "gpu:0,gpu:0@server", "gpu:0,1,gpu:2,3@server,cpu@me@other",
        "split:cpu,gpu:0,gpu:1@server", "split,gpu:0@server", "gpu:all,gpu:0@server,gpu:0@other"}) {
    Execution execution;
    EXPECT_TRUE(set_processors(execution, word)) << word;
    EXPECT_EQ(processors_text(execution), word);
    EXPECT_TRUE(execution.machine.empty()) << word;
    EXPECT_TRUE(shares_a_frame(execution)) << word;
  }
  Execution execution;
  EXPECT_TRUE(set_processors(execution, "split:cpu,gpu:1@server"));
  EXPECT_EQ(execution.processor, Processor::cpu);
  EXPECT_EQ(execution.elsewhere, (std::vector{Participant{Processor::gpu, 1, "server"}}));
  EXPECT_TRUE(computes_on(execution, Processor::cpu));
  EXPECT_TRUE(computes_on(execution, Processor::gpu));
  const Execution before = execution;
  for (const char* const word : {"split:cpu", "gpu:0@server,gpu:0", "cpu,split@server", "cpu,gpu:all@server",
                                 "gpu:0@a,gpu:0@b", "cpu,gpu:0@-o", "split:cpu,gpu:0@"}) {
    EXPECT_FALSE(set_processors(execution, word)) << word;
    EXPECT_EQ(execution, before) << word;
  }
  EXPECT_TRUE(set_processors(execution, "cpu"));
  EXPECT_EQ(execution, Execution{});
}

TEST(Links, ThatDoNotBeginSayWhyInOneSentence) {
  const auto why = [](const char* via) -> std::string {
    try {
      const MachineLink link({.name = "there", .via = via});
    } catch (const BadInput& wrong) {
      return wrong.what();
    }
    return {};
  };
  EXPECT_EQ(why("exit 7"), "there: it ended with exit code 7");
  EXPECT_EQ(why("echo refused >&2; exit 255"), "there: refused (it ended with exit code 255)");
  EXPECT_NE(why("echo Password:").find("it printed \"Password:\""), std::string::npos);
}

class Bands : public ::testing::TestWithParam<Precision> {};

TEST_P(Bands, ComeOutAsTheyWentIn) {
  std::mt19937 dice(3);
  std::vector<std::uint8_t> values(3 * band_bytes + 5 * bytes_of(GetParam()));
  for (std::uint8_t& each : values) each = static_cast<std::uint8_t>(dice() % 7 == 0 ? dice() : 40);
  BandPacker packer;
  BandUnpacker unpacker;
  for (const bool packed : {false, true}) {
    std::vector<std::uint8_t> out(values.size());
    std::size_t offset = 0;
    while (offset < values.size()) {
      for (const Band& band : packer.next(2, offset, values, GetParam(), packed)) {
        EXPECT_EQ(band.offset, offset);
        if (!packed) {
          EXPECT_FALSE(band.packed);  // short ones may stay as they are
        }
        unpacker.unpack(band, GetParam(), std::span(out).subspan(offset, band.bytes));
        offset += band.bytes;
      }
    }
    EXPECT_EQ(out, values);
  }
}

TEST_P(Bands, ThatAreDamagedAreRefusedOrOfTheirLength) {
  std::mt19937 dice(5);
  const std::vector<std::uint8_t> values(4096, 9);
  BandPacker packer;
  BandUnpacker unpacker;
  int refused = 0;
  for (int i = 0; i < 500; ++i) {
    Band band = packer.next(0, 0, values, GetParam(), true).front();
    std::vector<std::uint8_t> damaged(band.values.begin(), band.values.end());
    damaged[dice() % damaged.size()] ^= static_cast<std::uint8_t>(1 + dice() % 255);
    band.values = damaged;
    std::vector<std::uint8_t> out(values.size());
    try {
      unpacker.unpack(band, GetParam(), out);
    } catch (const BadInput&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 0);
}

INSTANTIATE_TEST_SUITE_P(Each, Bands, ::testing::Values(Precision::fp32, Precision::fp64, Precision::int32));

constexpr Size some_size{64, 16};

Plan some_plan() {
  Plan out;
  out.participants = {Participant{}};
  out.stages.resize(1);
  out.parts = {{Rows{0, some_size.height}}};
  out.output = {some_size, Precision::fp32};
  out.kept = out.cutout = {.x = 0, .y = 0, .size = some_size, .whole = some_size};
  return out;
}

std::vector<FieldFacts> some_facts() {
  std::vector<FieldFacts> out(fields_before_states + some_plan().participants.size());
  out.front() = {.size = some_size, .precision = Precision::fp32};
  return out;
}

WorkerMessage taken(std::vector<std::uint8_t> bytes) {
  return {.bytes = std::move(bytes), .descriptors = {}};
}

TEST(Answers, ToExecutionsThatNobodyWantsArePassedOver) {
  using Progress = FrameAnswer::Progress;
  FrameAnswer answer(ArrivingFields::Way::sent);
  ExecuteRequest first;
  ExecuteRequest second;
  answer.begin(first);
  answer.abandon();
  answer.begin(second);
  EXPECT_EQ(answer.under_way(), 2U);
  Frame frame{.plan = some_plan()};
  EXPECT_EQ(answer.take(taken(message(MessageKind::nothing, first.number)), {}, frame), Progress::under_way);
  EXPECT_EQ(answer.under_way(), 1U);
  EXPECT_EQ(answer.take(taken(message(MessageKind::fields, second.number, some_facts())), {}, frame),
            Progress::under_way);
  EXPECT_EQ(answer.take(taken(message(MessageKind::nothing, second.number)), {}, frame), Progress::cancelled);
  EXPECT_THROW((void)answer.take(taken(message(MessageKind::nothing, second.number)), {}, frame), BadInput);
}

TEST(Answers, WithValuesThatDoNotFollowAreRefused) {
  const std::vector<std::uint8_t> values(static_cast<std::size_t>(some_size.area()) * sizeof(float));
  const auto refused = [&](auto change) {
    FrameAnswer answer(ArrivingFields::Way::sent);
    ExecuteRequest request;
    answer.begin(request);
    Frame frame{.plan = some_plan()};
    answer.take(taken(message(MessageKind::fields, request.number, some_facts())), {}, frame);
    BandPacker packer;
    Band band = packer.next(0, 0, values, Precision::fp32, false).front();
    change(band);
    EXPECT_THROW((void)answer.take(taken(message(MessageKind::values, request.number, band)), {}, frame), BadInput);
  };
  refused([](Band& band) { band.offset = 4; });
  refused([](Band& band) { band.bytes += 4; });
  refused([](Band& band) { band.field = 1; });
  refused([](Band& band) { band.field = 100; });
  refused([](Band& band) { band.values = band.values.first(band.values.size() - 1); });
}

TEST(Answers, WithFieldsOfAnotherSizeAreRefused) {
  const auto refused = [&](auto change) {
    FrameAnswer answer(ArrivingFields::Way::sent);
    ExecuteRequest request;
    answer.begin(request);
    Frame frame{.plan = some_plan()};
    std::vector<FieldFacts> facts = some_facts();
    change(facts);
    EXPECT_THROW((void)answer.take(taken(message(MessageKind::fields, request.number, facts)), {}, frame), BadInput);
  };
  refused([](auto& facts) { facts.front().size.width += 1; });
  refused([](auto& facts) { facts.front().precision = Precision::fp64; });
  refused([](auto& facts) { facts[1] = {.size = {1 << 30, 1 << 30}, .precision = Precision::fp64}; });
  refused([](auto& facts) { facts.resize(2); });
  refused([](auto& facts) { facts.resize(1000); });
  refused([](auto& facts) { facts.front().gpu = 0; });
}

}  // namespace
}  // namespace heteroscope
