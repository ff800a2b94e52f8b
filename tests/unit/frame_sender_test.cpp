#include "core/serving/frame_sender.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/io/descriptor.hpp"
#include "core/memory/buffer.hpp"
#include "core/worker/packed_bands.hpp"
#include "core/worker/shared_memory.hpp"

/// How much of a frame a worker sends ahead of what the asking process has taken. It is seen by what comes, not by how
/// long that takes; most of these would hang, were it otherwise.
namespace heteroscope {
namespace {

constexpr std::uint64_t frame_bands = 4;
constexpr std::uint64_t room = band_bytes + 100;  // for four bands of a quarter each
constexpr std::uint64_t bands_in_room = 4;

/// A frame whose result has that value everywhere.
Frame filled_frame(Size size, float value) {
  Frame out;
  out.plan.participants = {Participant{}};
  out.plan.stages.resize(1);
  out.plan.parts = {{Rows{0, size.height}}};
  out.plan.output = {size, Precision::fp32};
  out.timing.participants = {{.participant = {}, .rows = size.height, .compute = 1, .stages = {1}}};
  out.reduced.resize(1);
  out.traces.resize(1);
  BufferPool pool;
  const auto buffer = pool.take(MemoryKind::host, static_cast<std::size_t>(size.area()) * sizeof(float));
  std::fill_n(static_cast<float*>(buffer->host()), size.area(), value);
  out.field = {size, Precision::fp32, buffer, nullptr};
  return out;
}

/// A frame whose result is some bands of zeros.
Frame frame_of_bands() {
  return filled_frame({256, static_cast<int>(frame_bands * band_bytes / (256 * sizeof(float)))}, 0);
}

/// A worker's ends of a conversation, whose inbox has a thread that lives as long as the process, and the other end.
struct Conversation {
  Descriptor there_end, here_end;
  std::optional<MessageChannel> there, here;
  ReceivedFiles files;
  std::optional<MessageInbox> inbox;
};

/// It stays until the process ends: the end of the stream would be the worker's, and this process is the worker, too.
Conversation& conversation() {
  static Conversation& out = *[] {
    auto made = std::make_unique<Conversation>();
    std::array<int, 2> ends{};
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
    made->there_end = Descriptor(ends[0]);
    made->here_end = Descriptor(ends[1]);
    made->there.emplace(ends[0]);
    made->here.emplace(ends[1]);
    made->inbox.emplace(*made->there, made->files);
    return made.release();
  }();
  return out;
}

/// Sends a frame from a thread of its own.
class SentFrame {
 public:
  explicit SentFrame(std::uint64_t window) {
    static std::uint64_t last = 0;
    request_.number = ++last;
    request_.window = window;
    const std::stop_token stop = conversation().inbox->stop_of(request_.number);
    thread_ = std::jthread([this, stop] {
      Frame frame = frame_of_bands();
      FrameSender sender(*conversation().there, *conversation().inbox);
      sender.send_values();
      whole_ = sender.send(frame, request_, stop);
      conversation().there->send(message(MessageKind::nothing, request_.number));
    });
  }
  /// Returns the kind of the next message, whose band is counted.
  MessageKind next() {
    const auto got = conversation().here->receive();
    WireReader wire(got->bytes);
    const MessageKind kind = kind_of(wire);
    if (kind != MessageKind::values) return kind;
    std::uint64_t number = 0;
    Band band;
    wire(number, band);
    ++bands_;
    bytes_ += band.values.size();
    return kind;
  }
  void say_taken() const { say(message(MessageKind::taken, request_.number, bytes_)); }
  void say_taken_of_another() const { say(message(MessageKind::taken, request_.number + 1000, bytes_)); }
  void stop() const { say(message(MessageKind::stop, request_.number)); }
  [[nodiscard]] std::uint64_t bands() const { return bands_; }
  /// Whether all of it was sent, once the thread has ended.
  bool is_whole() {
    thread_.join();
    return whole_;
  }

 private:
  static void say(const std::vector<std::uint8_t>& words) { EXPECT_TRUE(conversation().here->send(words)); }

  ExecuteRequest request_;
  std::uint64_t bands_ = 0;
  std::uint64_t bytes_ = 0;
  bool whole_ = false;
  std::jthread thread_;
};

TEST(FramesOnTheirWay, GoOnAsTheyAreTaken) {
  SentFrame frame(room);
  EXPECT_EQ(frame.next(), MessageKind::fields);
  MessageKind kind{};
  while ((kind = frame.next()) == MessageKind::values) frame.say_taken();
  EXPECT_EQ(kind, MessageKind::frame);
  EXPECT_EQ(frame.bands(), frame_bands * bands_in_room);
  EXPECT_EQ(frame.next(), MessageKind::nothing);
  EXPECT_TRUE(frame.is_whole());
}

/// A fifth band would be more than there is room for, so that a stop finds four on the way, and no more.
TEST(FramesOnTheirWay, AreNoMoreThanThereIsRoomFor) {
  SentFrame frame(room);
  EXPECT_EQ(frame.next(), MessageKind::fields);
  for (std::uint64_t i = 0; i < bands_in_room; ++i) EXPECT_EQ(frame.next(), MessageKind::values);
  frame.say_taken_of_another();
  frame.stop();
  EXPECT_EQ(frame.next(), MessageKind::nothing);
  EXPECT_EQ(frame.bands(), bands_in_room);
  EXPECT_FALSE(frame.is_whole());
}

TEST(FramesOnTheirWay, HaveBandsThatAreLargerThanTheRoomOneAtATime) {
  SentFrame frame(1);
  EXPECT_EQ(frame.next(), MessageKind::fields);
  MessageKind kind{};
  while ((kind = frame.next()) == MessageKind::values) frame.say_taken();
  EXPECT_EQ(kind, MessageKind::frame);
  EXPECT_EQ(frame.next(), MessageKind::nothing);
  EXPECT_TRUE(frame.is_whole());
}

TEST(FramesOnTheirWay, AreNotWaitedForWithoutALimit) {
  SentFrame frame(0);
  EXPECT_EQ(frame.next(), MessageKind::fields);
  for (std::uint64_t i = 0; i < frame_bands; ++i) EXPECT_EQ(frame.next(), MessageKind::values);
  EXPECT_EQ(frame.next(), MessageKind::frame);
  EXPECT_EQ(frame.next(), MessageKind::nothing);
  EXPECT_TRUE(frame.is_whole());
}

constexpr Size lent_size{16, 8};
constexpr std::size_t lent_bytes = 16 * 8 * sizeof(float);

/// Memory for the result of a frame of that size alone, which is lent with a request.
class LentForResult {
 public:
  LentForResult() {
    ahead_.fields.resize(fields_before_states + 1);  // a participant's spans
    ahead_.fields.front() = {.size = lent_size, .precision = Precision::fp32};
    ahead_.lent = {.blocks = {number, 0, 0, 0, 0},
                   .bytes = {lent_bytes, 0, 0, 0, 0},
                   .descriptors = {number},
                   .names = std::vector<std::string>(ahead_.fields.size()),
                   .gone = {}};
  }
  void lend_to(FrameSender& sender) const {
    std::vector<Descriptor> descriptors;
    descriptors.emplace_back(dup(memory_.descriptor()));
    sender.take_ahead(ahead_, std::move(descriptors));
  }
  [[nodiscard]] const Lent& lent() const { return ahead_.lent; }
  [[nodiscard]] float last_value() const { return static_cast<const float*>(memory_.data())[lent_size.area() - 1]; }

 private:
  static constexpr std::uint64_t number = 7;
  SharedMemory memory_{lent_bytes};
  LentAhead ahead_;
};

MessageKind next_kind() {
  const auto got = conversation().here->receive();
  WireReader wire(got->bytes);
  return kind_of(wire);
}

/// Nobody answers with memory: it would hang, were it waited for.
TEST(FramesInLentMemory, GoWhereTheRequestHasLentIt) {
  const LentForResult lent;
  FrameSender sender(*conversation().there, *conversation().inbox);
  lent.lend_to(sender);
  Frame frame = filled_frame(lent_size, 3);
  EXPECT_TRUE(sender.send(frame, {}, {}));
  EXPECT_EQ(next_kind(), MessageKind::fields);
  EXPECT_EQ(next_kind(), MessageKind::frame);
  EXPECT_EQ(lent.last_value(), 3);
}

TEST(FramesInLentMemory, AreComputedThere) {
  const LentForResult lent;
  FrameSender sender(*conversation().there, *conversation().inbox);
  EXPECT_EQ(sender.memory_for_result(), nullptr);
  lent.lend_to(sender);
  const std::shared_ptr<Buffer> result = sender.memory_for_result();
  ASSERT_NE(result, nullptr);
  EXPECT_EQ(result->bytes(), lent_bytes);
  std::fill_n(static_cast<float*>(result->host()), lent_size.area(), 4.0F);
  EXPECT_EQ(lent.last_value(), 4);
  sender.take_ahead({}, {});
  EXPECT_EQ(sender.memory_for_result(), nullptr) << "it is of another frame";
}

TEST(FramesInLentMemory, ThatDoNotFitWaitForOther) {
  const LentForResult lent;
  FrameSender sender(*conversation().there, *conversation().inbox);
  lent.lend_to(sender);
  const Size size{16, 9};
  const SharedMemory other(lent_bytes + 16 * sizeof(float));
  Lent answer = lent.lent();
  answer.blocks.front() = answer.descriptors.front() = 8;
  answer.bytes.front() = other.bytes();
  answer.gone = {7};
  const int descriptor = other.descriptor();
  EXPECT_TRUE(conversation().here->send(message(MessageKind::lend, answer), std::span(&descriptor, 1)));
  Frame frame = filled_frame(size, 5);
  EXPECT_TRUE(sender.send(frame, {}, {}));
  EXPECT_EQ(next_kind(), MessageKind::fields);
  EXPECT_EQ(next_kind(), MessageKind::frame);
  EXPECT_EQ(static_cast<const float*>(other.data())[size.area() - 1], 5);
  EXPECT_EQ(lent.last_value(), 0);
}

TEST(FramesInLentMemory, AreRefusedWhereAListIsOfAnotherLength) {
  FrameSender sender(*conversation().there, *conversation().inbox);
  LentAhead ahead;
  ahead.fields.resize(fields_before_states);
  EXPECT_THROW(sender.take_ahead(ahead, {}), BadInput);
}

/// What it does at rest sends the message that ends the wait, so that nothing hangs on how long that takes.
TEST(MessageInbox, RestsOnceWhereNothingComes) {
  int rests = 0;
  const WorkerMessage got = conversation().inbox->next([&] {
    ++rests;
    EXPECT_TRUE(conversation().here->send(message(MessageKind::trim)));
  });
  WireReader wire(got.bytes);
  EXPECT_EQ(kind_of(wire), MessageKind::trim);
  EXPECT_EQ(rests, 1);
}

}  // namespace
}  // namespace heteroscope
