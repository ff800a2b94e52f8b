#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/error.hpp"
#include "core/io/descriptor.hpp"
#include "core/link/hello.hpp"
#include "core/link/machine_link.hpp"
#include "core/link/message_channel.hpp"
#include "core/link/message_kind.hpp"
#include "core/link/program_process.hpp"
#include "core/worker/frame_answer.hpp"
#include "core/worker/packed_bands.hpp"
#include "tests/unit/fake_worker.hpp"

/// The other end says half of something, nothing, or what it must not: nobody waits without end, and no field is of
/// another plan. Most of these would hang, were it otherwise.
namespace heteroscope {
namespace {

using std::chrono::milliseconds;
using testing::as_sent;
using testing::beginning_of_worker;
using testing::FakeWorker;
using testing::greeting_of_worker;

/// Two ends of a stream.
struct StreamEnds {
  Descriptor here, there;
};

StreamEnds stream_ends() {
  std::array<int, 2> ends{};
  EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

void say(const Descriptor& end, std::string_view text) {
  ASSERT_EQ(write(end.get(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
}

TEST(PartsOfMessages, AreKeptUntilTheRestComes) {
  const StreamEnds ends = stream_ends();
  const MessageChannel channel(ends.here.get());
  const std::vector<std::uint8_t> text{1, 2, 3, 4};
  const std::string sent = as_sent(text);
  WorkerMessage got;
  for (const char each : sent.substr(0, sent.size() - 1)) {
    say(ends.there, {&each, 1});
    EXPECT_EQ(channel.take_some(got), MessageChannel::Came::some);
    EXPECT_FALSE(channel.has_message_within(0));
  }
  say(ends.there, sent.substr(sent.size() - 1) + as_sent({}));
  EXPECT_EQ(channel.take_some(got), MessageChannel::Came::whole);
  EXPECT_EQ(got.bytes, text);
  EXPECT_EQ(channel.take_some(got), MessageChannel::Came::whole);
  EXPECT_TRUE(got.bytes.empty());
}

TEST(PartsOfMessages, OfTwoThatAreSentAtOnceAreTwoMessages) {
  const StreamEnds ends = stream_ends();
  const std::vector<std::uint8_t> first{1, 2, 3};
  const std::vector<std::uint8_t> second{4};
  EXPECT_TRUE(MessageChannel(ends.there.get()).send_both(first, second));
  const MessageChannel channel(ends.here.get());
  EXPECT_EQ(channel.receive()->bytes, first);
  EXPECT_EQ(channel.receive()->bytes, second);
  EXPECT_FALSE(channel.has_message_within(0));
}

TEST(PartsOfMessages, AreNoneOnceTheOtherEndHasGone) {
  StreamEnds ends = stream_ends();
  const MessageChannel channel(ends.here.get());
  say(ends.there, as_sent({1, 2, 3}).substr(0, 18));
  ends.there = Descriptor();
  EXPECT_FALSE(channel.receive());
}

TEST(FirstMessage, OfWhichTheEndDoesNotComeIsNotWaitedFor) {
  for (const std::size_t bytes : {8U, 12U, 16U, 18U}) {
    const StreamEnds ends = stream_ends();
    say(ends.there, as_sent({1, 2, 3}).substr(0, bytes));
    std::string noise;
    EXPECT_THROW(
        (void)MessageChannel(ends.here.get()).receive_first(noise, std::chrono::steady_clock::now() + milliseconds(20)),
        BadInput);
  }
}

TEST(Sending, IsGivenUpWhereNothingIsTaken) {
  const StreamEnds ends = stream_ends();
  const MessageChannel channel(ends.here.get(), ends.here.get(), MessageChannel::longest_here, milliseconds(1));
  const std::vector<std::uint8_t> text(std::size_t{1} << 24, 42);
  EXPECT_FALSE(channel.has_stalled());
  EXPECT_FALSE(channel.send(text));
  EXPECT_TRUE(channel.has_stalled());
  EXPECT_FALSE(channel.send({}));
  EXPECT_FALSE(MessageChannel(ends.there.get()).receive());  // part of a message, and the end
}

TEST(Processes, ThatCloseTheirStreamsAndLiveAreEnded) {
  ProgramProcess process("sleep", {"sleep", "600"}, Descriptor(dup(STDERR_FILENO)));
  EXPECT_EQ(process.wait_for_end(milliseconds(1)), "it has closed its output, but is still running");
}

TEST(Processes, AreEndedWithWhatTheyHaveStarted) {
  const ProgramProcess process("sh", {"/bin/sh", "-c", "sleep 600 & echo; wait"}, Descriptor(dup(STDERR_FILENO)));
  std::array<char, 8> bytes{};
  EXPECT_EQ(read(process.channel(), bytes.data(), bytes.size()), 1);
  process.kill();
  EXPECT_EQ(read(process.channel(), bytes.data(), bytes.size()), 0);  // nobody has the other end any more
}

TEST(LinkThatWaits, IsOfNoUseWhereSomebodySpeaksUnasked) {
  std::string says = beginning_of_worker(greeting_of_worker());
  for (int i = 0; i < 3; ++i) says += as_sent(message(MessageKind::nothing, std::uint64_t{1}));
  const FakeWorker worker(says);
  MachineLink link(worker.address());
  EXPECT_FALSE(link.lives());
}

TEST(LinkThatBegins, WithAnotherBuildIsNotLost) {
  Hello other = greeting_of_worker();
  other.commit = "another";
  const std::string why = FakeWorker(as_sent(message(MessageKind::hello, other))).refusal();
  EXPECT_TRUE(why.starts_with("there: the program there is heteroscope ")) << why;
  EXPECT_NE(why.find("heteroscope machines install there"), std::string::npos) << why;
}

TEST(LinkThatBegins, WithWhatIsNoGreetingNamesTheMachine) {
  for (const auto& first : {std::vector<std::uint8_t>(4, 255), std::vector<std::uint8_t>()}) {
    const std::string why = FakeWorker(as_sent(first)).refusal();
    EXPECT_TRUE(why.starts_with("there: ")) << why;
  }
}

constexpr Size kept_size{64, 16};

Frame frame_of_one() {
  Frame out;
  out.plan.participants = {Participant{}};
  out.plan.stages.resize(1);
  out.plan.parts = {{Rows{0, kept_size.height}}};
  out.plan.output = {kept_size, Precision::fp32};
  out.plan.kept = out.plan.cutout = {.x = 0, .y = 0, .size = kept_size, .whole = kept_size};
  out.timing.participants = {{.participant = {}, .rows = kept_size.height, .compute = 1, .stages = {1}}};
  out.reduced.resize(1);
  out.traces.resize(1);
  return out;
}

WorkerMessage come(std::vector<std::uint8_t> bytes) {
  return {.bytes = std::move(bytes), .descriptors = {}};
}

std::vector<FieldFacts> facts_of_result() {
  std::vector<FieldFacts> out(fields_before_states + frame_of_one().plan.participants.size());
  out.front() = {.size = kept_size, .precision = Precision::fp32};
  return out;
}

WorkerMessage end_of(const ExecuteRequest& request) {
  WireWriter wire = beginning(MessageKind::frame);
  wire(request.number);
  write_facts(wire, frame_of_one());
  return come(wire.bytes());
}

TEST(AnswersOfNobody, AreNotTheFieldsOfTheNextFrame) {
  FrameAnswer answer(ArrivingFields::Way::sent);
  ExecuteRequest first;
  answer.begin(first);
  Frame frame{.plan = frame_of_one().plan};
  const std::vector<std::uint8_t> values(static_cast<std::size_t>(kept_size.area()) * sizeof(float));
  answer.take(come(message(MessageKind::fields, first.number, facts_of_result())), {}, frame);
  BandPacker packer;
  for (const Band& band : packer.next(0, 0, values, Precision::fp32, false))
    answer.take(come(message(MessageKind::values, first.number, band)), {}, frame);
  answer.abandon();
  ExecuteRequest second;
  answer.begin(second);
  Frame next{.plan = frame.plan};
  EXPECT_THROW((void)answer.take(end_of(second), {}, next), BadInput);
  EXPECT_TRUE(next.field.empty());
}

TEST(AnswersOfNobody, CannotBeTheSameAsFieldsThatNeverCame) {
  for (std::size_t field = 0; field < fields_before_states; ++field) {
    FrameAnswer answer(ArrivingFields::Way::sent);
    ExecuteRequest request;
    answer.begin(request);
    Frame frame{.plan = frame_of_one().plan};
    std::vector<FieldFacts> facts = facts_of_result();
    facts[field] = {.size = kept_size, .precision = Precision::fp32, .is_same = true};
    EXPECT_THROW((void)answer.take(come(message(MessageKind::fields, request.number, facts)), {}, frame), BadInput);
  }
}

/// What comes of a request whose worker's frame has fields with these facts.
FrameAnswer::Progress progress_of(FrameAnswer& answer, const ExecuteRequest& request,
                                  const std::vector<FieldFacts>& facts, Frame& frame) {
  return answer.take(come(message(MessageKind::fields, request.number, facts)), {}, frame);
}

TEST(MemoryThatIsLentAhead, IsForTheFieldsThatTheLastFrameHad) {
  FrameAnswer answer(ArrivingFields::Way::lent);
  const Plan plan = frame_of_one().plan;
  std::vector<Frame> frames(3, Frame{.plan = plan});
  for (std::size_t i = 0; i < frames.size(); ++i) {
    ExecuteRequest request;
    answer.begin(request);
    const ArrivingFields::OfferAhead offer = answer.fields().offer_ahead(plan);
    EXPECT_EQ(offer.ahead.fields.empty(), i == 0);
    const auto wanted = i == 0 ? FrameAnswer::Progress::lend : FrameAnswer::Progress::under_way;
    EXPECT_EQ(progress_of(answer, request, facts_of_result(), frames[i]), wanted);
    EXPECT_EQ(answer.take(end_of(request), {}, frames[i]), FrameAnswer::Progress::done);
    EXPECT_EQ(offer.descriptors.size(), i == 0 ? 0 : 1) << "each is held, so that another block is lent";
  }
  EXPECT_NE(frames[1].field.host_view().data, frames[2].field.host_view().data);
}

TEST(MemoryThatIsLentAhead, IsNotUsedForFieldsThatDoNotFit) {
  FrameAnswer answer(ArrivingFields::Way::lent);
  Frame frame{.plan = frame_of_one().plan};
  ExecuteRequest first;
  answer.begin(first);
  progress_of(answer, first, facts_of_result(), frame);
  answer.take(end_of(first), {}, frame);
  ExecuteRequest second;
  answer.begin(second);
  EXPECT_FALSE(answer.fields().offer_ahead(frame.plan).ahead.fields.empty());
  std::vector<FieldFacts> facts = facts_of_result();
  facts[input_field] = {.size = {3, 2}, .precision = Precision::fp32};
  EXPECT_EQ(progress_of(answer, second, facts, frame), FrameAnswer::Progress::lend);
  EXPECT_EQ(answer.fields().offer().lent.bytes[input_field], 24U);
}

TEST(MemoryThatIsLentAhead, IsOfThePlansSizeAndNoneForAnotherWorker) {
  FrameAnswer answer(ArrivingFields::Way::lent);
  Frame frame{.plan = frame_of_one().plan};
  ExecuteRequest request;
  answer.begin(request);
  progress_of(answer, request, facts_of_result(), frame);
  answer.take(end_of(request), {}, frame);
  Plan other = frame.plan;
  other.kept.size = {3, 2};
  const ArrivingFields::OfferAhead offer = answer.fields().offer_ahead(other);
  ASSERT_EQ(offer.ahead.fields.size(), facts_of_result().size());
  EXPECT_EQ(offer.ahead.lent.bytes.front(), 24U);
  answer.forget();
  EXPECT_TRUE(answer.fields().offer_ahead(frame.plan).ahead.fields.empty());
}

/// Each frame or pass has words of its own, and a link may last for days.
TEST(TextsThatCross, MayEachBeAnother) {
  FrameAnswer answer(ArrivingFields::Way::sent);
  ExecuteRequest request;
  answer.begin(request);
  Frame frame{.plan = frame_of_one().plan};
  std::string told;
  const Waiter waiter{.progress = [&](std::string_view what, double) { told = what; }};
  for (int i = 0; i < 10000; ++i) {
    const std::string words = "pass " + std::to_string(i);
    answer.take(come(message(MessageKind::progress, request.number, words, 0.5)), waiter, frame);
    ASSERT_EQ(told, words);
  }
}

TEST(TextsThatCross, MoveNoCursor) {
  FrameAnswer answer(ArrivingFields::Way::sent);
  ExecuteRequest request;
  answer.begin(request);
  Frame frame{.plan = frame_of_one().plan};
  using namespace std::string_view_literals;
  answer.take(come(message(MessageKind::progress, request.number, "makes"sv, 0.5)), {}, frame);
  EXPECT_THROW((void)answer.take(come(message(MessageKind::progress, request.number, "\x1b[2J"sv, 0.5)), {}, frame),
               BadInput);
  Frame traced = frame_of_one();
  traced.traces.front().passes = {{.name = "a\x1b[2J"}};
  WireWriter wire;
  write_facts(wire, traced);
  WireReader reader(wire.bytes());
  EXPECT_THROW(read_facts(reader, frame), BadInput);
}

}  // namespace
}  // namespace heteroscope
