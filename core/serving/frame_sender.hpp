#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <stop_token>
#include <vector>

#include "core/device/device.hpp"
#include "core/frame/frame.hpp"
#include "core/io/descriptor.hpp"
#include "core/link/message_channel.hpp"
#include "core/memory/buffer.hpp"
#include "core/serving/message_inbox.hpp"
#include "core/worker/messages.hpp"
#include "core/worker/packed_bands.hpp"
#include "core/worker/shared_memory.hpp"

namespace heteroscope {

class OpenedMemory;

/// Brings frames to the process that has asked for them: into memory that it lends, or as messages in bands.
class FrameSender {
 public:
  FrameSender(const MessageChannel& channel, MessageInbox& inbox);
  ~FrameSender();
  FrameSender(const FrameSender&) = delete;
  FrameSender& operator=(const FrameSender&) = delete;

  /// The asking process is on another machine, and lends no memory.
  void send_values() { lent_ = false; }
  /// Takes what is lent with a request, for the frame that comes of it.
  void take_ahead(LentAhead ahead, std::vector<Descriptor> descriptors);
  /// Returns the memory that is lent ahead for the frame's result, where that is the host's: a result that is computed
  /// there is not copied. It must be let go with the frame. Null: none is.
  [[nodiscard]] std::shared_ptr<Buffer> memory_for_result() const;
  /// Sends a frame: its fields' values, and then all else. Returns false if it was stopped between bands.
  bool send(Frame& frame, const ExecuteRequest& request, const std::stop_token& stop);
  /// Forgets what the other process has.
  void trim();

 private:
  void lend_fields(const Frame& frame, const std::vector<Field*>& fields, const ExecuteRequest& request, bool on_gpu);
  bool send_bands(const std::vector<Field*>& fields, const std::vector<FieldFacts>& facts,
                  const ExecuteRequest& request, const std::stop_token& stop);
  [[nodiscard]] std::vector<FieldFacts> facts_of_fields(const Frame& frame, const std::vector<Field*>& fields,
                                                        std::uint64_t seen) const;
  bool has_room(std::uint64_t sent, const Band& band, const ExecuteRequest& request);
  void copy_fields(const std::vector<Field*>& fields, const std::vector<FieldFacts>& facts, const Lent& lent);
  void copy_on_gpu(const Field& field, const Lent& lent, std::size_t i);
  Lent next_lent(const std::vector<FieldFacts>& facts);
  void map(const Lent& lent, std::size_t fields, std::vector<Descriptor> descriptors);
  void map_block(const Lent& lent, std::size_t i, Descriptor descriptor);

  const MessageChannel& channel_;
  MessageInbox& inbox_;
  BandPacker packer_;
  std::map<std::uint64_t, std::shared_ptr<SharedMemory>> blocks_;      ///< by number
  std::map<std::uint64_t, std::unique_ptr<OpenedMemory>> gpu_blocks_;  ///< likewise
  std::map<int, std::unique_ptr<device::Stream>> streams_;             ///< by GPU, on which fields are copied
  LentAhead ahead_;                                                    ///< for the present frame
  std::vector<std::uint8_t> goes_along_;                               ///< a message, with that of the present frame
  bool lent_ = true;
  bool shares_gpus_ = true;
  double pack_ms_ = 0;      ///< of the present frame's bands
  std::uint64_t sent_ = 0;  ///< the execution whose frame was sent last
  Field input_, table_;     ///< of that frame; held, so that their memory is not used anew
};

}  // namespace heteroscope
