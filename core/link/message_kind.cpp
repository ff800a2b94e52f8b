#include "core/link/message_kind.hpp"

namespace heteroscope {

WireWriter beginning(MessageKind kind) {
  WireWriter out;
  exchange_choice(out, kind, MessageKind::compiled);
  return out;
}

MessageKind kind_of(WireReader& wire) {
  MessageKind out{};
  exchange_choice(wire, out, MessageKind::compiled);
  return out;
}

}  // namespace heteroscope
