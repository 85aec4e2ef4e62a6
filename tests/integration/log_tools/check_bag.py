"""Holds what is written for `ros2 bag` beside a log to the log itself, and the robot in it to its own poses.

    check_bag.py RUN.mcap FOLDER_OF_READ_RUN
"""
import math
import os
import sys
import xml.etree.ElementTree as xml

import yaml

sys.path.insert(0, sys.argv[2])
import read_run  # noqa: E402


def check_metadata(path, log):
    folder = os.path.dirname(path)
    with open(os.path.join(folder, "metadata.yaml")) as file:
        bag = yaml.safe_load(file)["rosbag2_bagfile_information"]
    assert (bag["version"], bag["storage_identifier"]) == (5, "mcap")
    assert bag["relative_file_paths"] == ["run.mcap"] and os.path.samefile(os.path.join(folder, "run.mcap"), path)
    counts = {topic["topic_metadata"]["name"]: topic["message_count"] for topic in bag["topics_with_message_count"]}
    assert counts == {topic: len(rows) for topic, rows in log.messages.items()}, counts
    times = [time for rows in log.messages.values() for time, _, _ in rows]
    assert bag["starting_time"]["nanoseconds_since_epoch"] == min(times)
    assert bag["duration"]["nanoseconds"] == max(times) - min(times)
    assert bag["message_count"] == len(times)
    types = {topic["topic_metadata"]["name"]: topic["topic_metadata"]["type"] for topic in bag["topics_with_message_count"]}
    assert types["/tf"] == "tf2_msgs/msg/TFMessage" and types["/joint_states"] == "sensor_msgs/msg/JointState"
    return len(types)


def check_frames(log):
    """Down the chain of /tf the hand is where /hand/pose says; the chain is that of the robot's description."""
    (_, (fixed,)), (_, (description,)) = log.read("/tf_static"), log.read("/robot_description")
    assert [frame["child_frame_id"] for frame in fixed["transforms"]] == ["camera"]
    robot = xml.fromstring(description["data"])
    parents = {joint.find("child").get("link"): joint.find("parent").get("link") for joint in robot.iter("joint")}
    poses = {repr(pose["header"]["stamp"]): pose["pose"]["position"] for pose in log.read("/hand/pose")[1]}
    compared = 0
    for message in log.read("/tf")[1]:
        x = y = angle = 0.0
        for frame in message["transforms"]:
            child, parent = frame["child_frame_id"], frame["header"]["frame_id"]
            if child == "target":
                continue
            assert parents.get(child, "table") == parent, (child, parent)
            move, turn = frame["transform"]["translation"], frame["transform"]["rotation"]
            x += math.cos(angle) * move["x"] - math.sin(angle) * move["y"]
            y += math.sin(angle) * move["x"] + math.cos(angle) * move["y"]
            angle += 2.0 * math.atan2(turn["z"], turn["w"])
        hand = poses[repr(message["transforms"][0]["header"]["stamp"])]
        assert math.hypot(x - hand["x"], y - hand["y"]) < 1e-9, "the hand is not at the chain's end"
        compared += 1
    assert compared > 100
    return compared


def main():
    log = read_run.Log(sys.argv[1])
    topics = check_metadata(sys.argv[1], log)
    frames = check_frames(log)
    efforts = [message["effort"] for message in log.read("/joint_states")[1]]
    assert all(len(effort) == 2 for effort in efforts) and any(abs(effort[0]) > 0 for effort in efforts)
    print(f"{topics} topics of the bag are the log's, {frames} chains of frames end at the hand")


main()
