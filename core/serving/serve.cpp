#include "core/serving/serve.hpp"

#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include "core/device/device.hpp"
#include "core/device/shared_memory.hpp"
#include "core/model/schema/settings_json.hpp"
#include "core/run/local_executor.hpp"
#include "core/serving/confinement.hpp"
#include "core/worker/messages.hpp"
#include "core/worker/shared_memory.hpp"

namespace heteroscope {
namespace {

/// The messages that have come, in their order; read by a thread of its own, so that a stop takes effect while a plan
/// is executed, and the end of the other process is noticed.
class Inbox {
 public:
  explicit Inbox(MessageChannel channel) : channel_(channel) {
    std::thread([this] { read(); }).detach();  // it ends with the process
  }

  WorkerMessage next() {
    std::unique_lock lock(mutex_);
    came_.wait(lock, [&] { return !waiting_.empty(); });
    WorkerMessage out = std::move(waiting_.front());
    waiting_.pop_front();
    return out;
  }
  /// Requested once a stop comes for the execution of that number.
  std::stop_token stop_of(std::uint64_t number) {
    const std::lock_guard lock(mutex_);
    stop_ = std::stop_source();
    number_ = number;
    if (stopped_ == number) stop_.request_stop();
    return stop_.get_token();
  }

 private:
  void read() {
    for (;;) {
      std::optional<WorkerMessage> got;
      const Failure failure = attempt([&] { got = channel_.receive(); });
      // Nobody waits for what is being computed, which may never end.
      if (failure || !got) {
        end_group();
        std::_Exit(EXIT_SUCCESS);
      }
      take(*std::move(got));
    }
  }
  void take(WorkerMessage got) {
    WireReader wire(got.bytes);
    MessageKind kind{};
    if (attempt([&] { kind = kind_of(wire); })) std::_Exit(EXIT_FAILURE);
    const std::lock_guard lock(mutex_);
    if (kind == MessageKind::stop) {
      if (attempt([&] { wire(stopped_); })) std::_Exit(EXIT_FAILURE);
      if (stopped_ == number_) stop_.request_stop();
      return;
    }
    waiting_.push_back(std::move(got));
    came_.notify_one();
  }

  MessageChannel channel_;
  std::mutex mutex_;
  std::condition_variable came_;
  std::deque<WorkerMessage> waiting_;
  std::stop_source stop_;
  std::uint64_t number_ = 0;   ///< of the present execution
  std::uint64_t stopped_ = 0;  ///< of the last one that was to be stopped
};

/// Memory of a GPU that the other process has named.
class OpenedMemory {
 public:
  OpenedMemory(const std::string& name, int gpu) : gpu_(gpu) {
    device::SharedHandle handle{};
    if (name.size() != handle.size()) throw WireReader::damaged();
    std::memcpy(handle.data(), name.data(), handle.size());
    data_ = device::open_shared(handle);
  }
  ~OpenedMemory() {
    const device::Use use(gpu_);
    device::close_shared(data_);
  }
  OpenedMemory(const OpenedMemory&) = delete;
  OpenedMemory& operator=(const OpenedMemory&) = delete;
  [[nodiscard]] void* data() const { return data_; }

 private:
  int gpu_;
  void* data_ = nullptr;
};

/// The worker's side of a conversation.
class Server {
 public:
  Server(int socket, Catalog catalog, OwnVariants& own)
      : channel_(socket), inbox_(channel_), catalog_(catalog), own_(own) {}

  void answer_next() {
    const WorkerMessage got = inbox_.next();
    WireReader wire(got.bytes);
    switch (kind_of(wire)) {
      case MessageKind::hello:
        channel_.send(message(MessageKind::hello, own_hello()));
        break;
      case MessageKind::execute:
        answer_execution(wire);
        break;
      case MessageKind::trim:
        input_ = table_ = {};
        executor_.trim();
        guarded_.trim();
        break;
      default:
        throw WireReader::damaged();
    }
  }

 private:
  void answer_execution(WireReader& wire) {
    const Failure failure = attempt([&] {
      ExecuteRequest request;
      wire(request);
      std::optional<Frame> frame = execute(request);
      if (!frame) {
        channel_.send(message(MessageKind::nothing));
        return;
      }
      send_frame(*frame, request.wish);
    });
    if (failure) channel_.send(message(MessageKind::failure, failure));
  }

  /// Iterations start over with files that have changed: their states are what the older ones have computed.
  void take_files(const std::vector<OwnFile>& files) {
    std::vector<const OwnVariant*> used;
    for (const OwnFile& each : files) used.push_back(&own_.add(each.path, each.text));
    if (!used.empty() && used != used_) guarded_.trim();
    if (!used.empty()) used_ = std::move(used);
  }

  std::optional<Frame> execute(const ExecuteRequest& request) {
    take_files(request.own);
    const Settings settings = settings_from_json(request.settings, "the settings of a worker", catalog_);
    const Planned planned = request.part ? plan_part(settings, catalog_, device::all(), *request.part)
                                         : plan(settings, catalog_, device::all());
    if (!planned) throw BadInput(planned.refusal);
    Waiter waiter;
    if (request.wish.can_be_stopped) waiter.stop = inbox_.stop_of(request.number);
    if (request.wish.tells_progress) {
      waiter.progress = [this](std::string_view what, double share) {
        channel_.send(message(MessageKind::progress, what, share));
      };
    }
    LocalExecutor& executor = request.own.empty() ? executor_ : guarded_;
    return executor.execute(*planned.plan, options_of(request.wish, waiter));
  }

  /// Copies the values of the frame's fields into memory that the other process lends, and then sends the rest. Where
  /// processes cannot share a GPU's memory, which is found out by doing it once, all goes through the host's.
  void send_frame(Frame& frame, const Wish& wish) {
    const std::vector<Field*> fields = fields_of(frame);
    const bool on_gpu = wish.destination != Destination::host && shares_gpus_ && frame.field.on_device();
    if (!on_gpu || attempt([&] { send_fields(frame, fields, true); })) {
      shares_gpus_ = shares_gpus_ && !on_gpu;
      send_fields(frame, fields, false);
    }
    input_ = frame.input;
    table_ = frame.table;
    WireWriter wire = beginning(MessageKind::frame);
    write_facts(wire, frame);
    channel_.send(wire.bytes());
  }

  void send_fields(const Frame& frame, const std::vector<Field*>& fields, bool on_gpu) {
    std::vector<FieldFacts> facts;
    for (const Field* each : fields) facts.push_back(facts_of(*each));
    facts[input_field].is_same = !frame.input.empty() && frame.input.shares_memory_with(input_);
    facts[table_field].is_same = !frame.table.empty() && frame.table.shares_memory_with(table_);
    if (on_gpu) facts.front().gpu = frame.field.gpu();
    channel_.send(message(MessageKind::fields, facts));
    const Lent lent = next_lent(facts);
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (facts[i].bytes() == 0) continue;
      if (facts[i].gpu) {
        copy_on_gpu(*fields[i], lent, i);
      } else {
        fields[i]->copy_out(blocks_.at(lent.blocks[i])->data());
      }
    }
  }

  void copy_on_gpu(const Field& field, const Lent& lent, std::size_t i) {
    const device::Use use(field.gpu());
    auto& memory = gpu_blocks_[lent.blocks[i]];
    if (memory == nullptr) memory = std::make_unique<OpenedMemory>(lent.names[i], field.gpu());
    const device::Stream stream;
    device::copy(memory->data(), field.device_view().data, field.bytes(), device::Direction::on_device, stream);
    stream.synchronize();
  }

  Lent next_lent(const std::vector<FieldFacts>& facts) {
    WorkerMessage got = inbox_.next();
    WireReader wire(got.bytes);
    if (kind_of(wire) != MessageKind::lend) throw WireReader::damaged();
    Lent out;
    wire(out);
    if (out.blocks.size() != facts.size() || out.bytes.size() != facts.size() || out.names.size() != facts.size() ||
        out.descriptors.size() != got.descriptors.size())
      throw WireReader::damaged();
    for (const std::uint64_t number : out.gone) {
      blocks_.erase(number);
      gpu_blocks_.erase(number);
    }
    for (std::size_t i = 0; i < out.descriptors.size(); ++i) map_block(out, i, std::move(got.descriptors[i]));
    return out;
  }
  void map_block(const Lent& lent, std::size_t i, Descriptor descriptor) {
    for (std::size_t field = 0; field < lent.blocks.size(); ++field) {
      if (lent.blocks[field] != lent.descriptors[i]) continue;
      blocks_[lent.descriptors[i]] = std::make_unique<SharedMemory>(std::move(descriptor), lent.bytes[field]);
      return;
    }
    throw WireReader::damaged();
  }

  MessageChannel channel_;
  Inbox inbox_;
  Catalog catalog_;
  OwnVariants& own_;
  LocalExecutor executor_;
  LocalExecutor guarded_{Guards::around};                              ///< for variants of a person's own
  std::map<std::uint64_t, std::unique_ptr<SharedMemory>> blocks_;      ///< by number
  std::map<std::uint64_t, std::unique_ptr<OpenedMemory>> gpu_blocks_;  ///< likewise
  std::vector<const OwnVariant*> used_;                                ///< by the last plan that used some
  bool shares_gpus_ = true;
  Field input_, table_;  ///< whose values the other process has; held, so that their memory is not used anew
};

}  // namespace

void serve(int socket, Catalog catalog, OwnVariants& own) {
  static_cast<void>(device::all());  // CUDA starts before anybody waits for it
  Server server(socket, catalog, own);
  for (;;) server.answer_next();
}

}  // namespace heteroscope
