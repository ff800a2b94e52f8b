#include "core/serving/frame_sender.hpp"

#include <cstring>
#include <string>
#include <utility>

#include "core/base/failure.hpp"
#include "core/base/parallel.hpp"
#include "core/base/watch.hpp"
#include "core/device/shared_memory.hpp"
#include "core/worker/span_columns.hpp"

namespace heteroscope {

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

FrameSender::FrameSender(const MessageChannel& channel, MessageInbox& inbox) : channel_(channel), inbox_(inbox) {}
FrameSender::~FrameSender() = default;

void FrameSender::trim() {
  input_ = table_ = {};
  sent_ = 0;
}

void FrameSender::take_ahead(LentAhead ahead, std::vector<Descriptor> descriptors) {
  ahead_ = {};
  if (!lent_ || ahead.fields.empty()) return;
  map(ahead.lent, ahead.fields.size(), std::move(descriptors));
  ahead_ = std::move(ahead);
}

std::shared_ptr<Buffer> FrameSender::memory_for_result() const {
  if (ahead_.fields.empty() || ahead_.fields.front().gpu || ahead_.fields.front().bytes() == 0) return nullptr;
  const std::shared_ptr<SharedMemory>& block = blocks_.at(ahead_.lent.blocks.front());
  return std::make_shared<Buffer>(std::shared_ptr<void>(block, block->data()), ahead_.fields.front().bytes());
}

bool FrameSender::send(Frame& frame, const ExecuteRequest& request, const std::stop_token& stop) {
  goes_along_.clear();
  std::vector<Field*> fields = fields_of(frame);
  std::vector<Field> spans;
  for (const Trace& each : frame.traces) spans.push_back(columns_of(each.spans));
  for (Field& each : spans) fields.push_back(&each);
  if (lent_) {
    // Where processes cannot share a GPU's memory, which is found out by doing it once, all goes through the host's.
    const bool on_gpu = request.options.destination() != Destination::host && shares_gpus_ && frame.field.on_device();
    if (!on_gpu || attempt([&] { lend_fields(frame, fields, request, true); })) {
      shares_gpus_ = shares_gpus_ && !on_gpu;
      lend_fields(frame, fields, request, false);
    }
  } else {
    pack_ms_ = 0;
    end_team();  // its threads would spin on for a while where the values are packed and taken
    const std::vector<FieldFacts> facts = facts_of_fields(frame, fields, request.seen);
    channel_.send(message(MessageKind::fields, request.number, facts));
    if (!send_bands(fields, facts, request, stop)) return false;
    frame.timing.pack = pack_ms_;
  }
  sent_ = request.number;
  input_ = frame.input;
  table_ = frame.table;
  WireWriter wire = beginning(MessageKind::frame);
  wire(request.number);
  write_facts(wire, frame);
  if (const std::vector<std::uint8_t> before = std::exchange(goes_along_, {}); before.empty()) {
    channel_.send(wire.bytes());
  } else {
    channel_.send_both(before, wire.bytes());
  }
  return true;
}

std::vector<FieldFacts> FrameSender::facts_of_fields(const Frame& frame, const std::vector<Field*>& fields,
                                                     std::uint64_t seen) const {
  std::vector<FieldFacts> out;
  out.reserve(fields.size());
  for (const Field* each : fields) out.push_back(facts_of(*each));
  const bool has_last = sent_ != 0 && seen == sent_;
  out[input_field].is_same = has_last && !frame.input.empty() && frame.input.shares_memory_with(input_);
  out[table_field].is_same = has_last && !frame.table.empty() && frame.table.shares_memory_with(table_);
  return out;
}

bool FrameSender::send_bands(const std::vector<Field*>& fields, const std::vector<FieldFacts>& facts,
                             const ExecuteRequest& request, const std::stop_token& stop) {
  const std::size_t most = band_bytes_for(request.window);
  std::uint64_t sent = 0;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (facts[i].bytes() == 0) continue;
    const Field on_host = fields[i]->with_host_copy();
    const std::span values(static_cast<const std::uint8_t*>(on_host.host_view().data), facts[i].bytes());
    for (std::size_t offset = 0; offset < values.size();) {
      const Watch packing;
      const std::span<const Band> bands =
          packer_.next(static_cast<std::uint32_t>(i), offset, values, facts[i].precision, request.packed, most);
      pack_ms_ += packing.ms();
      for (const Band& band : bands) {
        if (stop.stop_requested() || !has_room(sent, band, request)) return false;
        channel_.send(message(MessageKind::values, request.number, band.without_values()), {}, band.values);
        sent += band.values.size();
        offset += band.bytes;
      }
    }
  }
  return true;
}

/// Waits for room on the way for a band. One that is larger than all the room there may be goes by itself.
bool FrameSender::has_room(std::uint64_t sent, const Band& band, const ExecuteRequest& request) {
  if (request.window == 0) return true;
  const std::uint64_t bytes = band.values.size();
  return inbox_.wait_for_room(sent, request.window > bytes ? request.window - bytes : 0);
}

void FrameSender::lend_fields(const Frame& frame, const std::vector<Field*>& fields, const ExecuteRequest& request,
                              bool on_gpu) {
  std::vector<FieldFacts> facts = facts_of_fields(frame, fields, request.seen);
  if (on_gpu) facts.front().gpu = frame.field.gpu();
  const bool is_lent = fit_into(facts, ahead_.fields);
  std::vector<std::uint8_t> said = message(MessageKind::fields, request.number, facts);
  if (is_lent) {
    copy_fields(fields, facts, ahead_.lent);
    goes_along_ = std::move(said);  // the other process has nothing to do before the frame comes, too
    return;
  }
  channel_.send(said);
  ahead_ = {};  // as the other process, which now lends anew
  copy_fields(fields, facts, next_lent(facts));
}

/// In their order: the result, which may lie in any block that was lent ahead, is copied before another field is
/// written to that one.
void FrameSender::copy_fields(const std::vector<Field*>& fields, const std::vector<FieldFacts>& facts,
                              const Lent& lent) {
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (facts[i].bytes() == 0) continue;
    if (facts[i].gpu) {
      copy_on_gpu(*fields[i], lent, i);
      continue;
    }
    void* const to = blocks_.at(lent.blocks[i])->data();
    if (fields[i]->host_view().data != to) fields[i]->copy_out(to);
  }
}

void FrameSender::copy_on_gpu(const Field& field, const Lent& lent, std::size_t i) {
  const device::Use use(field.gpu());
  auto& memory = gpu_blocks_[lent.blocks[i]];
  if (memory == nullptr) memory = std::make_unique<OpenedMemory>(lent.names[i], field.gpu());
  auto& stream = streams_[field.gpu()];
  if (stream == nullptr) stream = std::make_unique<device::Stream>();
  device::copy(memory->data(), field.device_view().data, field.bytes(), device::Direction::on_device, *stream);
  stream->synchronize();
}

Lent FrameSender::next_lent(const std::vector<FieldFacts>& facts) {
  WorkerMessage got = inbox_.next();
  WireReader wire(got.bytes);
  if (kind_of(wire) != MessageKind::lend) throw WireReader::damaged();
  Lent out;
  wire(out);
  map(out, facts.size(), std::move(got.descriptors));
  return out;
}

/// Maps the blocks that are new, and lets those go that are lent no more.
void FrameSender::map(const Lent& lent, std::size_t fields, std::vector<Descriptor> descriptors) {
  if (lent.blocks.size() != fields || lent.bytes.size() != fields || lent.names.size() != fields ||
      lent.descriptors.size() != descriptors.size())
    throw WireReader::damaged();
  for (const std::uint64_t number : lent.gone) {
    blocks_.erase(number);
    gpu_blocks_.erase(number);
  }
  for (std::size_t i = 0; i < descriptors.size(); ++i) map_block(lent, i, std::move(descriptors[i]));
}

void FrameSender::map_block(const Lent& lent, std::size_t i, Descriptor descriptor) {
  for (std::size_t field = 0; field < lent.blocks.size(); ++field) {
    if (lent.blocks[field] != lent.descriptors[i]) continue;
    blocks_[lent.descriptors[i]] = std::make_shared<SharedMemory>(std::move(descriptor), lent.bytes[field]);
    return;
  }
  throw WireReader::damaged();
}

}  // namespace heteroscope
