// Somebody else in a ROS 2 network: CycloneDDS with types of its own IDL. Receives what the program tells,
// asks services as the middleware of CycloneDDS does, and prints what it saw, a line each.
//
//   ros_peer DOMAIN SECONDS [stop|hold|resume|jog_joints|jog_hand|place_target]...
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dds/dds.h"
#include "ros_messages.h"

enum { kMostReaders = 32, kMostTaken = 64 };

typedef void (*show_fn)(const void* sample);

struct reader {
  const char* topic;
  const dds_topic_descriptor_t* type;
  int latched;
  show_fn show;  ///< of the first sample
  dds_entity_t entity;
  long count;
};

static void show_joints(const void* sample) {
  const sensor_msgs_msg_dds__JointState_* m = sample;
  printf(" stamp=%d.%09u frame=%s names=", m->header.stamp.sec, m->header.stamp.nanosec, m->header.frame_id);
  for (uint32_t i = 0; i < m->name._length; ++i) printf("%s,", m->name._buffer[i]);
  printf(" positions=");
  for (uint32_t i = 0; i < m->position._length; ++i) printf("%.17g,", m->position._buffer[i]);
  printf(" velocities=%u efforts=%u", m->velocity._length, m->effort._length);
}

static void show_frames(const void* sample) {
  const tf2_msgs_msg_dds__TFMessage_* m = sample;
  for (uint32_t i = 0; i < m->transforms._length; ++i) {
    const geometry_msgs_msg_dds__TransformStamped_* t = &m->transforms._buffer[i];
    printf(" %s>%s:%.6f,%.6f,%.6f", t->header.frame_id, t->child_frame_id, t->transform.translation.x,
           t->transform.translation.y, t->transform.translation.z);
  }
}

static void show_text(const void* sample) {
  const std_msgs_msg_dds__String_* m = sample;
  printf(" length=%zu begin=%.40s", strlen(m->data), strstr(m->data, "<robot"));
}

static void show_pose(const void* sample) {
  const geometry_msgs_msg_dds__PoseWithCovarianceStamped_* m = sample;
  printf(" frame=%s x=%.6f y=%.6f var_x=%.3g var_yaw=%.3g", m->header.frame_id, m->pose.pose.position.x,
         m->pose.pose.position.y, m->pose.covariance[0], m->pose.covariance[35]);
}

static void show_plain_pose(const void* sample) {
  const geometry_msgs_msg_dds__PoseStamped_* m = sample;
  printf(" frame=%s x=%.6f y=%.6f qz=%.6f qw=%.6f", m->header.frame_id, m->pose.position.x,
         m->pose.position.y, m->pose.orientation.z, m->pose.orientation.w);
}

static void show_twist(const void* sample) {
  const geometry_msgs_msg_dds__TwistWithCovarianceStamped_* m = sample;
  printf(" frame=%s vx=%.6f cov0=%.3g", m->header.frame_id, m->twist.twist.linear.x, m->twist.covariance[0]);
}

static void show_pixels(const void* sample) {
  const sensor_msgs_msg_dds__Image_* m = sample;
  unsigned brightest = 0;
  for (uint32_t i = 0; i < m->data._length; ++i) {
    if (m->data._buffer[i] > brightest) brightest = m->data._buffer[i];
  }
  printf(" frame=%s size=%ux%u step=%u encoding=%s bytes=%u brightest=%u", m->header.frame_id, m->width,
         m->height, m->step, m->encoding, m->data._length, brightest);
}

static void show_image(const void* sample) {
  const sensor_msgs_msg_dds__CompressedImage_* m = sample;
  printf(" frame=%s format=%s bytes=%u first=%02x%02x", m->header.frame_id, m->format, m->data._length,
         m->data._buffer[0], m->data._buffer[1]);
}

static void show_camera(const void* sample) {
  const sensor_msgs_msg_dds__CameraInfo_* m = sample;
  printf(" size=%ux%u model=%s d=%u fx=%.3f p11=%.3f", m->width, m->height, m->distortion_model, m->d._length,
         m->k[0], m->p[0]);
}

static void show_clock(const void* sample) {
  const rosgraph_msgs_msg_dds__Clock_* m = sample;
  printf(" clock=%d.%09u", m->clock.sec, m->clock.nanosec);
}

static void show_log(const void* sample) {
  const rcl_interfaces_msg_dds__Log_* m = sample;
  printf(" level=%d name=%s msg=%s", m->level, m->name, m->msg);
}

static void show_diagnostics(const void* sample) {
  const diagnostic_msgs_msg_dds__DiagnosticArray_* m = sample;
  for (uint32_t i = 0; i < m->status._length; ++i)
    printf(" [%s|%d|%s]", m->status._buffer[i].name, m->status._buffer[i].level,
           m->status._buffer[i].message);
}

static void show_nodes(const void* sample) {
  const rmw_dds_common_msg_dds__ParticipantEntitiesInfo_* m = sample;
  for (uint32_t i = 0; i < m->node_entities_info_seq._length; ++i) {
    const rmw_dds_common_msg_dds__NodeEntitiesInfo_* node = &m->node_entities_info_seq._buffer[i];
    printf(" node=%s|%s readers=%u writers=%u", node->node_namespace, node->node_name,
           node->reader_gid_seq._length, node->writer_gid_seq._length);
  }
}

static struct reader readers[] = {
    {"ros_discovery_info", &rmw_dds_common_msg_dds__ParticipantEntitiesInfo__desc, 1, show_nodes, 0, 0},
    {"rt/joint_states", &sensor_msgs_msg_dds__JointState__desc, 0, show_joints, 0, 0},
    {"rt/tf", &tf2_msgs_msg_dds__TFMessage__desc, 0, show_frames, 0, 0},
    {"rt/tf_static", &tf2_msgs_msg_dds__TFMessage__desc, 1, show_frames, 0, 0},
    {"rt/robot_description", &std_msgs_msg_dds__String__desc, 1, show_text, 0, 0},
    {"rt/satellite/pose", &geometry_msgs_msg_dds__PoseStamped__desc, 0, show_plain_pose, 0, 0},
    {"rt/satellite/pose_with_covariance", &geometry_msgs_msg_dds__PoseWithCovarianceStamped__desc, 0,
     show_pose, 0, 0},
    {"rt/hand/pose_with_covariance", &geometry_msgs_msg_dds__PoseWithCovarianceStamped__desc, 0, show_pose, 0,
     0},
    {"rt/target/pose_with_covariance", &geometry_msgs_msg_dds__PoseWithCovarianceStamped__desc, 0, show_pose,
     0, 0},
    {"rt/satellite/twist_with_covariance", &geometry_msgs_msg_dds__TwistWithCovarianceStamped__desc, 0,
     show_twist, 0, 0},
    {"rt/hand/twist_with_covariance", &geometry_msgs_msg_dds__TwistWithCovarianceStamped__desc, 0, show_twist,
     0, 0},
    {"rt/target/twist_with_covariance", &geometry_msgs_msg_dds__TwistWithCovarianceStamped__desc, 0,
     show_twist, 0, 0},
    {"rt/camera/image", &sensor_msgs_msg_dds__Image__desc, 0, show_pixels, 0, 0},
    {"rt/camera/image/compressed", &sensor_msgs_msg_dds__CompressedImage__desc, 0, show_image, 0, 0},
    {"rt/camera/camera_info", &sensor_msgs_msg_dds__CameraInfo__desc, 0, show_camera, 0, 0},
    {"rt/clock", &rosgraph_msgs_msg_dds__Clock__desc, -1, show_clock, 0, 0},
    {"rt/rosout", &rcl_interfaces_msg_dds__Log__desc, 1, show_log, 0, 0},
    {"rt/diagnostics", &diagnostic_msgs_msg_dds__DiagnosticArray__desc, 0, show_diagnostics, 0, 0},
};
enum { kReaders = sizeof(readers) / sizeof(readers[0]) };

static dds_entity_t check(dds_entity_t entity, const char* what) {
  if (entity >= 0) return entity;
  fprintf(stderr, "ros_peer: %s: %s\n", what, dds_strretcode(-entity));
  exit(1);
}

static dds_qos_t* make_qos(int latched) {
  dds_qos_t* qos = dds_create_qos();
  dds_qset_reliability(qos, latched < 0 ? DDS_RELIABILITY_BEST_EFFORT : DDS_RELIABILITY_RELIABLE,
                       DDS_SECS(1));
  dds_qset_durability(qos, latched > 0 ? DDS_DURABILITY_TRANSIENT_LOCAL : DDS_DURABILITY_VOLATILE);
  dds_qset_history(qos, DDS_HISTORY_KEEP_LAST, kMostTaken);
  return qos;
}

static dds_entity_t make_topic(dds_entity_t node, const dds_topic_descriptor_t* type, const char* name) {
  return check(dds_create_topic(node, type, name, NULL, NULL), name);
}

static dds_entity_t make_writer(dds_entity_t node, const dds_topic_descriptor_t* type, const char* name) {
  dds_qos_t* qos = make_qos(0);
  const dds_entity_t writer = check(dds_create_writer(node, make_topic(node, type, name), qos, NULL), name);
  dds_delete_qos(qos);
  return writer;
}

static dds_entity_t make_reader(dds_entity_t node, const dds_topic_descriptor_t* type, const char* name,
                                int latched) {
  dds_qos_t* qos = make_qos(latched);
  const dds_entity_t reader = check(dds_create_reader(node, make_topic(node, type, name), qos, NULL), name);
  dds_delete_qos(qos);
  return reader;
}

static void receive(struct reader* reader) {
  void* samples[kMostTaken] = {NULL};
  dds_sample_info_t infos[kMostTaken];
  const int taken = dds_take(reader->entity, samples, infos, kMostTaken, kMostTaken);
  for (int i = 0; i < taken; ++i) {
    if (!infos[i].valid_data) continue;
    const int tells_more = strcmp(reader->topic, "rt/rosout") == 0 || reader->show == show_nodes;
    if (reader->count++ > 0 && !tells_more) continue;
    printf("first %s", reader->topic);
    reader->show(samples[i]);
    printf("\n");
  }
  if (taken > 0) dds_return_loan(reader->entity, samples, taken);
}

/// Prints topics, types and type hashes of all that others publish.
static void list_publications(dds_entity_t node) {
  const dds_entity_t reader =
      check(dds_create_reader(node, DDS_BUILTIN_TOPIC_DCPSPUBLICATION, NULL, NULL), "publications");
  dds_sleepfor(DDS_MSECS(300));
  enum { kMost = 256 };
  static void* samples[kMost];
  static dds_sample_info_t infos[kMost];
  const int taken = dds_take(reader, samples, infos, kMost, kMost);
  for (int i = 0; i < taken; ++i) {
    const dds_builtintopic_endpoint_t* it = samples[i];
    void* data = NULL;
    size_t size = 0;
    if (!infos[i].valid_data || !dds_qget_userdata(it->qos, &data, &size) || size == 0) continue;
    printf("published %s %s %.*s\n", it->topic_name, it->type_name, (int)size, (const char*)data);
    dds_free(data);
  }
}

struct service {
  char request_topic[128], reply_topic[128];
  dds_entity_t request, reply;
};

static void open_service(dds_entity_t node, const char* name, struct service* service) {
  snprintf(service->request_topic, sizeof service->request_topic, "rq/freefloat/%sRequest", name);
  snprintf(service->reply_topic, sizeof service->reply_topic, "rr/freefloat/%sReply", name);
  service->request = make_writer(node, &std_srvs_srv_dds__Trigger_Request__desc, service->request_topic);
  service->reply = make_reader(node, &std_srvs_srv_dds__Trigger_Response__desc, service->reply_topic, 0);
}

static void call_service(const struct service* service, const char* name) {
  static int64_t questions = 41;
  std_srvs_srv_dds__Trigger_Request_ request = {0x1122334455667788u, ++questions, 0};
  check(dds_write(service->request, &request), name);
  for (int tries = 0; tries < 100; ++tries) {
    dds_sleepfor(DDS_MSECS(20));
    void* samples[1] = {NULL};
    dds_sample_info_t info;
    if (dds_take(service->reply, samples, &info, 1, 1) != 1 || !info.valid_data) continue;
    const std_srvs_srv_dds__Trigger_Response_* answer = samples[0];
    printf("answer %s own=%d success=%d %s\n", name,
           answer->client == request.client && answer->question == request.question, answer->success,
           answer->message);
    dds_return_loan(service->reply, samples, 1);
    return;
  }
  printf("answer %s none\n", name);
}

/// For most of a second, thirty a second: a jog ends by itself.
static void send_often(dds_entity_t writer, const void* message) {
  for (int i = 0; i < 25; ++i) {
    check(dds_write(writer, message), "jog");
    dds_sleepfor(DDS_MSECS(33));
  }
}

static void jog_joints(dds_entity_t node) {
  const dds_entity_t writer =
      make_writer(node, &control_msgs_msg_dds__JointJog__desc, "rt/freefloat/jog_joints");
  dds_sleepfor(DDS_MSECS(300));
  char* names[] = {"joint_1", "joint_2"};
  double rates[] = {0.1, -0.05};
  control_msgs_msg_dds__JointJog_ jog;
  memset(&jog, 0, sizeof jog);
  jog.header.frame_id = "";
  jog.joint_names._length = jog.joint_names._maximum = 2;
  jog.joint_names._buffer = names;
  jog.velocities._length = jog.velocities._maximum = 2;
  jog.velocities._buffer = rates;
  send_often(writer, &jog);
}

static void jog_hand(dds_entity_t node) {
  const dds_entity_t writer = make_writer(node, &geometry_msgs_msg_dds__Twist__desc, "rt/freefloat/jog_hand");
  dds_sleepfor(DDS_MSECS(300));
  geometry_msgs_msg_dds__Twist_ jog;
  memset(&jog, 0, sizeof jog);
  jog.linear.x = 0.02;
  send_often(writer, &jog);
}

static void place_target(dds_entity_t node) {
  const dds_entity_t writer =
      make_writer(node, &geometry_msgs_msg_dds__PoseStamped__desc, "rt/freefloat/place_target");
  dds_sleepfor(DDS_MSECS(300));
  geometry_msgs_msg_dds__PoseStamped_ pose;
  memset(&pose, 0, sizeof pose);
  pose.header.frame_id = "table";
  pose.pose.position.x = 0.41;
  pose.pose.position.y = 0.27;
  pose.pose.orientation.w = 1.0;
  check(dds_write(writer, &pose), "place_target");
  dds_sleepfor(DDS_MSECS(300));
}

static void receive_for(double seconds) {
  const dds_time_t end = dds_time() + (dds_duration_t)(seconds * 1e9);
  while (dds_time() < end) {
    for (int i = 0; i < kReaders; ++i) receive(&readers[i]);
    dds_sleepfor(DDS_MSECS(10));
  }
}

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  setvbuf(stdout, NULL, _IOLBF, 0);
  const dds_entity_t node =
      check(dds_create_participant((dds_domainid_t)atoi(argv[1]), NULL, NULL), "participant");
  for (int i = 0; i < kReaders; ++i)
    readers[i].entity = make_reader(node, readers[i].type, readers[i].topic, readers[i].latched);
  static struct service services[8];
  for (int i = 3; i < argc && i < 11; ++i) {
    if (strcmp(argv[i], "stop") == 0 || strcmp(argv[i], "hold") == 0 || strcmp(argv[i], "resume") == 0)
      open_service(node, argv[i], &services[i - 3]);
  }
  receive_for(atof(argv[2]));
  list_publications(node);
  for (int i = 3; i < argc && i < 11; ++i) {
    if (services[i - 3].request != 0) call_service(&services[i - 3], argv[i]);
    if (strcmp(argv[i], "jog_joints") == 0) jog_joints(node);
    if (strcmp(argv[i], "jog_hand") == 0) jog_hand(node);
    if (strcmp(argv[i], "place_target") == 0) place_target(node);
  }
  receive_for(2.0);  // what comes of it is said later
  for (int i = 0; i < kReaders; ++i) {
    printf("received %s %ld\n", readers[i].topic, readers[i].count);
  }
  dds_delete(node);
  return 0;
}
